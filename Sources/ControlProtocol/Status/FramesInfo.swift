/// What one screen has done since its display came.
public struct FramesInfo: Codable, Hashable, Sendable {
  /// The screen's name.
  public var screen: String
  /// Frames presented.
  public var flips: UInt64
  /// Refreshes missed while frames were due.
  public var missed: UInt64
  /// Modesets.
  public var modesets: UInt64
  /// Recoveries from a flip that never ended.
  public var recoveries: UInt64
  /// Seconds since the last frame; nil where there was none.
  public var ageSeconds: Double?

  /// Makes one from its fields.
  public init(
    screen: String, flips: UInt64 = 0, missed: UInt64 = 0, modesets: UInt64 = 0, recoveries: UInt64 = 0,
    ageSeconds: Double? = nil
  ) {
    self.screen = screen
    self.flips = flips
    self.missed = missed
    self.modesets = modesets
    self.recoveries = recoveries
    self.ageSeconds = ageSeconds
  }
}
