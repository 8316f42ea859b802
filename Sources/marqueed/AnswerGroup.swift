import ControlProtocol

/// Collects the frames of several screens and hands them on when the last has come.
final class AnswerGroup {
  private var missing: Int
  private var frames: [PresentedFrame] = []
  private let completion: ([PresentedFrame]) -> Void

  init(count: Int, completion: @escaping ([PresentedFrame]) -> Void) {
    missing = count
    self.completion = completion
  }

  /// One screen has answered; nil where it showed nothing.
  func answer(_ frame: PresentedFrame?) {
    if let frame { frames.append(frame) }
    missing -= 1
    if missing == 0 { completion(frames) }
  }
}
