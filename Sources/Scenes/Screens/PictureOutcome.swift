public import Presentation

/// What a call that changes a picture is answered with.
public nonisolated enum PictureOutcome: Sendable {
  /// The frame that shows it.
  case shown(FlipRecord)
  /// It is kept, but nothing was or will be flipped for it now: why.
  case kept(String)
  case failed(SceneError)

  /// The same where something else covers what was asked for: the frame does not show it.
  func unseen(_ reason: String) -> PictureOutcome {
    switch self {
    case .shown: .kept(reason)
    case .kept, .failed: self
    }
  }
}
