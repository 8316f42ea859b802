public import DisplayTypes

/// The simulated device at one moment.
public struct SimulatedStatus: Hashable, Sendable {
  /// The clock's time.
  public var now: MonotonicTime
  /// How the clock goes.
  public var course: SimulatedClock.Course
  /// When its next timer fires; nil while none is armed.
  public var nextDeadline: MonotonicTime?
  /// Whether the device is away.
  public var isDeviceLost: Bool
  /// Its connectors, in their order.
  public var connectors: [SimulatedConnectorStatus]

  /// The connector of that name.
  public subscript(name: String) -> SimulatedConnectorStatus? {
    connectors.first { $0.name == name }
  }
}

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

/// What was asked of one simulated connector since the backend was made.
public struct SimulatedCounters: Hashable, Sendable {
  /// Looks at the connector that have ended.
  public var probes: UInt64 = 0
  /// Test commits.
  public var tests: UInt64 = 0
  /// Modesets that succeeded; turning off is none.
  public var modesets: UInt64 = 0
  /// Flips that have ended.
  public var flips: UInt64 = 0
  /// Updates in place.
  public var updates: UInt64 = 0
  /// Tests and commits that failed.
  public var refusals: UInt64 = 0
  /// Bytes copied into buffers, the first frames of modesets included.
  public var bytesCopied: UInt64 = 0

  /// Nothing was asked yet.
  public init() {}
}
