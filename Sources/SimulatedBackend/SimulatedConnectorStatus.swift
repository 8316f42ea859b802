public import DisplayTypes

/// One simulated connector at one moment.
public struct SimulatedConnectorStatus: Hashable, Sendable {
  /// Its name, as `HDMI-A-1`.
  public var name: String
  /// The identifier that its screen has, or would have.
  public var screen: ScreenID
  /// Whether a display is plugged in, noticed or not.
  public var isPlugged: Bool
  /// The mode that is scanned out; nil while it is dark.
  public var mode: ScreenMode?
  /// Whether a flip has been submitted that has not ended.
  public var isFlipInFlight: Bool
  /// The link failed and was not mended.
  public var isLinkBad: Bool
  /// What was asked of it.
  public var counters: SimulatedCounters
}
