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
