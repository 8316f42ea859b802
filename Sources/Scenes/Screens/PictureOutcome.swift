public import Presentation

/// What a call that changes a picture is answered with.
public nonisolated enum PictureOutcome: Sendable {
  /// The frame that shows it.
  case shown(FlipRecord)
  /// It is kept, but nothing was or will be flipped for it now: why, and the command line's way on.
  case kept(String, hint: String? = nil)
  case failed(SceneError)

  /// The same where something else covers what was asked for: the frame does not show it.
  func unseen(_ reason: String, hint: String? = nil) -> PictureOutcome {
    switch self {
    case .shown: .kept(reason, hint: hint)
    case .kept, .failed: self
    }
  }
}
