/// Limits that server and clients share.
public enum ControlLimits {
  /// The maximum size of a client's message, in bytes without the NUL.
  public static let requestBytes = 64 * 1024
  /// The maximum size of the daemon's message in bytes, enough for the screenshot of a large screen.
  public static let replyBytes = 64 * 1024 * 1024
  /// The longest text of a banner, in bytes of UTF-8.
  public static let textBytes = 16 * 1024
  /// The maximum number of roles in a scene manifest.
  public static let roles = 8
  /// The maximum number of scene configurations of a role.
  public static let configurations = 16
  /// The maximum number of wishes for modes in a scene configuration.
  public static let modes = 16
  /// The longest pattern of screens, in bytes of UTF-8.
  public static let patternBytes = 256
  /// The maximum number of changes in one call.
  public static let changes = 64
}
