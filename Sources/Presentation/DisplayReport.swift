public import DisplayTypes

/// What the display thread tells the main thread, in order.
public enum DisplayReport: Sendable {
  case screens([ScreenChange])
  case tested(ScreenID, CommitToken, Result<CommitOutcome, DisplayError>)
  case configured(ScreenID, CommitToken, Result<CommitOutcome, DisplayError>)
  case turnedOff(ScreenID, CommitToken, Result<CommitOutcome, DisplayError>)
  /// What became of requests.
  case presented([RequestID], FlipRecord)
  /// Requests whose frame cannot be shown, since the device is gone.
  case refused(ScreenID, [RequestID], DisplayError)
  /// Other played items are on a screen than in the frame before.
  case played(PlayedFrame)
  /// A frame is on a screen that is observed.
  case observed(FlipRecord)
  /// The flips of a screen stand still and retries did not help: it must be configured anew, and at last given up.
  case stalled(ScreenID, CommitToken)
  case notice(BackendNotice)
}
