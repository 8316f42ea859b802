/// A key and the flip that answered it.
public struct KeyTiming: Sendable {
  /// When the kernel heard the key, in seconds of the guest's monotonic clock.
  public let key: Double
  /// When the flip was seen.
  public let flip: Double
  /// What was traced from one to the other.
  public let events: [TraceEvent]
}
