internal import Presentation

/// Who waits for a picture, by request: each is answered once.
final class PictureRequests {
  private var waiting: [RequestID: (PictureOutcome) -> Void] = [:]
  private var last = RequestID(rawValue: 0)

  /// Names a new request.
  func add(_ completion: @escaping (PictureOutcome) -> Void) -> RequestID {
    last.rawValue += 1
    waiting[last] = completion
    return last
  }

  func answer(_ request: RequestID, _ outcome: PictureOutcome) {
    waiting.removeValue(forKey: request)?(outcome)
  }
}
