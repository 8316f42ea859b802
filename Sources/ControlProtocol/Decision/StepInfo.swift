/// A step between plug and picture.
public struct StepInfo: Codable, Hashable, Sendable {
  /// The step: `noticed`, `probed`, `settled`, `selected`, `tested`, `committed`, `presented`.
  public var step: String
  /// When it was done, on the monotonic clock.
  public var monotonicNanoseconds: UInt64

  /// Makes one from its fields.
  public init(step: String, monotonicNanoseconds: UInt64) {
    self.step = step
    self.monotonicNanoseconds = monotonicNanoseconds
  }
}
