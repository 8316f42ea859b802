internal import DisplayTypes
internal import KernelModeSetting
internal import Presentation

/// What the probe thread is asked to do: all that may block.
enum ProbeJob: Sendable {
  case look(ConnectorLook)
  /// Makes buffers for the mode, with which it is tested and then set.
  case test(ModesetOrder)
  case modeset(ModesetOrder, FirstPicture, TestedMode?)
  /// Makes the first buffer of a display that has just come, or sees to what is kept of one that has gone.
  case prepare(PreparedBuffers)
  /// Without a path, whatever feeds the connector.
  case turnOff(ScreenID, CommitToken, ConnectorID, OutputPath?, isAtomic: Bool)
  /// Gives buffers back that nothing shows any more.
  case release(BufferParcel)
  /// Gives a buffer back that was made or kept for nothing.
  case discard(PreparedBuffers)
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
    case .prepare: 1
    case .release, .discard, .endStale: 2
    case .look: 3
    }
  }

  /// Whether it is done although the thread is to end.
  var isOwed: Bool {
    switch self {
    case .test, .modeset, .turnOff, .endFormerLife, .release, .discard, .endStale: true
    case .prepare, .look: false
    }
  }
}
