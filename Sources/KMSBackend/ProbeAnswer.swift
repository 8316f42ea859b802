internal import DisplayTypes
internal import KernelModeSetting
internal import Presentation

/// What came of a `ProbeJob`.
enum ProbeAnswer: Sendable {
  /// Which connectors were looked at, nil for all, and what they said.
  case looked([ConnectorID]?, Result<[ConnectorSnapshot], DisplayError>)
  case tested(ScreenID, CommitToken, Result<CommitOutcome, DisplayError>, TestedMode?)
  case configured(ScreenID, CommitToken, Result<ConfiguredOutput, DisplayError>)
  case turnedOff(ScreenID, CommitToken, Result<CommitOutcome, DisplayError>)
  /// What a former life of the daemon has left that is still shown.
  case stale(Set<FramebufferID>)
  /// The device is gone; said by the display thread to itself, so that a card is not closed by who still uses it.
  case lost
}
