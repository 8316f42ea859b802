public import DisplayTypes

/// What the display thread tells the main thread, in order.
public enum DisplayReport: Sendable {
  case screens([ScreenChange])
  case tested(ScreenID, CommitToken, Result<CommitOutcome, DisplayError>)
  case configured(ScreenID, CommitToken, Result<CommitOutcome, DisplayError>)
  case turnedOff(ScreenID, CommitToken, Result<CommitOutcome, DisplayError>)
  /// The first frame after a configuration that came by `present`: the scene is on the screen.
  case firstFrame(ScreenID, CommitToken, FlipRecord)
  /// What became of requests.
  case presented([RequestID], FlipRecord)
  /// The flips of a screen stand still and retries did not help: it must be configured anew, and at last given up.
  case stalled(ScreenID, CommitToken)
  case notice(BackendNotice)
}
