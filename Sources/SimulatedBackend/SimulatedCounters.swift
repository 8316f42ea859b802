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
