internal import DisplayTypes
internal import KernelModeSetting
internal import Presentation

/// What the probe thread is asked to do: all that may block.
enum ProbeJob: Sendable {
  case look(ConnectorLook)
  /// Makes buffers for the mode, with which it is tested and then set.
  case test(ModesetOrder)
  case modeset(ModesetOrder, FirstPicture, TestedMode?)
  /// Without a path, whatever feeds the connector.
  case turnOff(ScreenID, CommitToken, ConnectorID, OutputPath?, isAtomic: Bool)
  /// Gives buffers back that nothing shows any more.
  case release(BufferParcel)
  /// Ends what a former life of the daemon has left in this open file and is not shown; before any buffer is made.
  case endFormerLife
  /// Ends those of these framebuffers that are not shown any more.
  case endStale(Set<FramebufferID>)

  /// What waits for what: the lower number goes first, within it the older.
  ///
  /// A person waits for a modeset; memory comes before looks, since these may take seconds each.
  var urgency: Int {
    switch self {
    case .test, .modeset, .turnOff, .endFormerLife: 0
    case .release, .endStale: 1
    case .look: 2
    }
  }
}
