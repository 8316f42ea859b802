internal import DisplayTypes
internal import KernelModeSetting
internal import Presentation

/// What came of a `ProbeJob`.
enum ProbeAnswer: Sendable {
  case looked([ConnectorID]?, Result<[ConnectorSnapshot], DisplayError>)
  case tested(ScreenID, CommitToken, Result<CommitOutcome, DisplayError>)
  case configured(ScreenID, CommitToken, Result<ConfiguredOutput, DisplayError>)
  case turnedOff(ScreenID, CommitToken, Result<CommitOutcome, DisplayError>)
}
