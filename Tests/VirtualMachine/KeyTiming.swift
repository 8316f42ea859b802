/// A key and the flip that answered it.
public struct KeyTiming: Sendable {
  /// The time of the kernel's input event, in seconds of the guest's monotonic clock.
  public let key: Double
  /// The time at which the flip was traced.
  public let flip: Double
  /// The events that were traced between the two times.
  public let events: [TraceEvent]
}
