/// Limits that server and clients share.
public enum ControlLimits {
  /// The longest message of a client, in bytes without the NUL.
  public static let requestBytes = 64 * 1024
  /// The longest message of the daemon: the screenshot of a large screen.
  public static let replyBytes = 64 * 1024 * 1024
  /// The longest text of a banner, in bytes of UTF-8.
  public static let textBytes = 16 * 1024
  /// Roles in a scene manifest.
  public static let roles = 8
  /// Scene configurations of a role.
  public static let configurations = 16
  /// Wishes for modes in a scene configuration.
  public static let modes = 16
  /// The longest pattern of screens, in bytes of UTF-8.
  public static let patternBytes = 256
  /// Changes in one call.
  public static let changes = 64
}
