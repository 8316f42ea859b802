internal import DisplayTypes
internal import KernelModeSetting
internal import Presentation

/// What the probe thread is asked to do: all that may block.
enum ProbeJob: Sendable {
  /// Full probes of these connectors, or of all.
  case look([ConnectorID]?)
  case test(ModesetOrder)
  case modeset(ModesetOrder)
  /// Without a path, whatever feeds the connector.
  case turnOff(ScreenID, CommitToken, ConnectorID, OutputPath?, isAtomic: Bool)
}
