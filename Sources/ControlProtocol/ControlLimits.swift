/// Limits that server and clients share.
public enum ControlLimits {
  /// The longest message that a client may send, in bytes without the terminator.
  public static let requestBytes = 64 * 1024
  /// The longest message that a client takes: the screenshot of a large screen.
  public static let replyBytes = 64 * 1024 * 1024
  /// The longest text of a banner, in bytes of UTF-8.
  public static let textBytes = 16 * 1024
  /// Roles in a scene manifest.
  public static let roles = 8
  /// Scene configurations of a role in it.
  public static let configurations = 16
  /// Wishes for modes in one of these.
  public static let modes = 16
  /// A pattern of the screens that one is for, in bytes of UTF-8.
  public static let patternBytes = 256
  /// Changes in one call.
  public static let changes = 64
}
