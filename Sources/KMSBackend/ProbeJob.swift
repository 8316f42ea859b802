internal import DisplayTypes
internal import KernelModeSetting
internal import Presentation

/// What the probe thread is asked to do: all that may block.
enum ProbeJob: Sendable {
  /// Full probes of these connectors, or of all.
  case look([ConnectorID]?)
  /// Makes so many buffers for the mode first, with which it is tested and then set.
  case test(ModesetOrder, bufferCount: Int)
  case modeset(ModesetOrder)
  /// Gives buffers back that nothing shows any more.
  case release(BufferParcel)
  /// Without a path, whatever feeds the connector.
  case turnOff(ScreenID, CommitToken, ConnectorID, OutputPath?, isAtomic: Bool)
}
