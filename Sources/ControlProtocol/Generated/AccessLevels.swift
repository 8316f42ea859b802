// Made by tools/varlink-gen from org.marquee.Display.varlink. Do not edit.
// swift-format-ignore-file

extension AccessLevel {
  /// Read screens, modes, events, screenshots and status.
  public static let observe: AccessLevel = [AccessLevel(rawValue: 1)]
  /// Control screens and talks, with files of the media folder only.
  public static let remote: AccessLevel = [AccessLevel(rawValue: 2), .observe]
  /// Change the content and the settings of screens.
  public static let control: AccessLevel = [AccessLevel(rawValue: 4), .remote]
  /// Raise and clear alarms.
  public static let alarm: AccessLevel = [AccessLevel(rawValue: 8)]
  /// Change the daemon itself: reload its configuration, and simulate displays.
  public static let admin: AccessLevel = [AccessLevel(rawValue: 16), .control, .alarm]

  static let named: [(name: String, level: AccessLevel)] = [("observe", .observe), ("remote", .remote), ("control", .control), ("alarm", .alarm), ("admin", .admin)]
}
