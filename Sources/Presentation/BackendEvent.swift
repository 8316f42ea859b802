public import DisplayTypes

/// What a backend says, on the display thread, in the order in which it happened.
public enum BackendEvent: Sendable {
  /// Differences between two looks at the connectors: disconnected, connected, changed.
  case screens([ScreenChange])
  /// A test, a modeset or a turn-off has ended.
  case finished(ScreenID, CommitToken, Result<CommitOutcome, DisplayError>)
  /// A flip has ended: its frame is on the screen.
  case flipped(FlipEvent)
  case notice(BackendNotice)
}
