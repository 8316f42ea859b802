/// How long a talk goes on.
public struct TalkTimer: Codable, Hashable, Sendable {
  /// Whether it runs.
  public var running: Bool
  /// What has passed, at the time below.
  public var elapsedMilliseconds: Int
  /// How long the talk may take; nil where nobody has said.
  public var durationMilliseconds: Int?
  /// When this was so, on the daemon's monotonic clock.
  public var monotonicNanoseconds: UInt64

  /// Makes one from its fields.
  public init(running: Bool, elapsedMilliseconds: Int, durationMilliseconds: Int? = nil, monotonicNanoseconds: UInt64) {
    self.running = running
    self.elapsedMilliseconds = elapsedMilliseconds
    self.durationMilliseconds = durationMilliseconds
    self.monotonicNanoseconds = monotonicNanoseconds
  }
}
