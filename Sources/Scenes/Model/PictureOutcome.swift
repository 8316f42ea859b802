public import Presentation

/// The reply to a call that changes a picture.
public nonisolated enum PictureOutcome: Sendable {
  /// A frame shows it.
  case shown(FlipRecord)
  /// The change is stored, but no frame shows it now; with the reason, and a hint for the command line.
  case kept(String, hint: String? = nil)
  case failed(SceneError)

  /// The outcome of a change that is not visible because it is covered.
  func unseen(_ reason: String, hint: String? = nil) -> PictureOutcome {
    switch self {
    case .shown: .kept(reason, hint: hint)
    case .kept, .failed: self
    }
  }
}

/// The outcomes of a change, with the names of the screens.
package typealias ScreenOutcomes = [(screen: String, outcome: PictureOutcome)]

/// Collects the outcomes of a change on several screens.
package final class PictureOutcomeCollector {
  private var missing: Int
  private var outcomes: ScreenOutcomes = []
  private let completion: (ScreenOutcomes) -> Void

  /// Makes a collector; without screens it calls the completion at once.
  package init(count: Int, completion: @escaping (ScreenOutcomes) -> Void) {
    missing = count
    self.completion = completion
    if count == 0 { completion([]) }
  }

  package func add(_ outcome: PictureOutcome, on screen: String) {
    outcomes.append((screen, outcome))
    skip()
  }

  /// A screen has no outcome.
  func skip() {
    missing -= 1
    if missing == 0 { completion(outcomes) }
  }
}

final class PictureRequests {
  private var waiting: [RequestID: (PictureOutcome) -> Void] = [:]
  private var last = RequestID(rawValue: 0)

  /// Stores a completion; each request is answered once.
  func add(_ completion: @escaping (PictureOutcome) -> Void) -> RequestID {
    last.rawValue += 1
    waiting[last] = completion
    return last
  }

  func answer(_ request: RequestID, _ outcome: PictureOutcome) {
    waiting.removeValue(forKey: request)?(outcome)
  }

  /// Answers all requests, in their order.
  func answerAll(_ outcome: PictureOutcome) {
    for request in waiting.keys.sorted(by: { $0.rawValue < $1.rawValue }) { answer(request, outcome) }
  }
}

/// The reason why the system refused a request.
public nonisolated enum SceneError: Error, Hashable, Sendable {
  /// With the names of similar screens.
  case noSuchScreen(String, near: [String])
  /// With similar modes.
  case noSuchMode(screen: String, mode: String, near: [String])
  case noSuchApp(String, near: [String])
  /// With the sessions whose identifiers begin like it.
  case noSuchSession(String, near: [String])
  /// The session's scene never takes input.
  case notInteractive(session: String, role: SceneRole)
  /// The name belongs to an app of the configuration, or to a registered app whose controller is there.
  case nameTaken(app: String)
  /// The limit is reached, for the user or for all users.
  case tooManyApps(limit: Int, ofUser: Bool)
  /// The request is impossible at present; with the reason, and a hint for the command line.
  case notNow(String, hint: String? = nil)
  case content(String)
}
