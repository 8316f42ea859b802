package import DisplayTypes

/// The simulated device at one moment.
package struct SimulatedStatus: Hashable, Sendable {
  package var now: MonotonicTime
  package var course: SimulatedClock.Course
  /// The time at which its next timer fires; nil while none is armed.
  package var nextDeadline: MonotonicTime?
  package var isDeviceLost: Bool
  package var connectors: [SimulatedConnectorStatus]

  package subscript(name: String) -> SimulatedConnectorStatus? {
    connectors.first { $0.name == name }
  }
}

/// One simulated connector at one moment.
package struct SimulatedConnectorStatus: Hashable, Sendable {
  package var name: String
  /// The identifier that its screen has, or would have.
  package var screen: ScreenID
  /// Whether it is the connector of a built-in panel.
  package var isBuiltIn: Bool
  package var isPlugged: Bool
  /// The current mode; nil while the screen is dark.
  package var mode: ScreenMode?
  package var isFlipInFlight: Bool
  package var isLinkBad: Bool
  package var counters: SimulatedCounters
}

/// Counters of one simulated connector since the backend was made.
package struct SimulatedCounters: Hashable, Sendable {
  /// Probes of the connector that have ended.
  package var probes: UInt64 = 0
  package var tests: UInt64 = 0
  /// Modesets that succeeded, without turning off.
  package var modesets: UInt64 = 0
  /// Flips that have ended.
  package var flips: UInt64 = 0
  package var updates: UInt64 = 0
  /// Tests and commits that failed.
  package var refusals: UInt64 = 0
  /// Bytes copied into buffers, including the first frames of modesets.
  package var bytesCopied: UInt64 = 0
}
