internal import DisplayTypes
internal import KernelModeSetting
internal import Presentation

/// What came of a `ProbeJob`.
enum ProbeAnswer: Sendable {
  case looked([ConnectorID]?, Result<[ConnectorSnapshot], DisplayError>)
  /// With the buffers that were made for it.
  case tested(ScreenID, CommitToken, Result<CommitOutcome, DisplayError>, ScreenMode?, BufferParcel?)
  case released
  case configured(ScreenID, CommitToken, Result<ConfiguredOutput, DisplayError>)
  case turnedOff(ScreenID, CommitToken, Result<CommitOutcome, DisplayError>)
}
