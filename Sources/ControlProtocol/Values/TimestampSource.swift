/// Whose clock a flip's timestamp was read from.
public enum TimestampSource: String, Codable, Hashable, Sendable {
  /// The driver's vblank timestamp.
  case driver
  /// The daemon's own look at the clock, where the driver gives none or an absurd one.
  case daemon
}
