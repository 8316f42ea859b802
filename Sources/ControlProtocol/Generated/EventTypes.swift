// Made by tools/varlink-gen from org.marquee.Display.varlink. Do not edit.
// swift-format-ignore-file

/// The full state, as the first event of a stream carries it.
public struct StateSnapshot: Codable, Hashable, Sendable {
  /// The screens: the main screen first, then by arrival.
  public var screens: [ScreenInfo]
  /// The sessions.
  public var sessions: [SessionInfo]
  /// The apps.
  public var apps: [AppInfo]
  /// The name of the main screen; nil if there is none.
  public var mainScreen: String?

  public init(screens: [ScreenInfo], sessions: [SessionInfo], apps: [AppInfo], mainScreen: String? = nil) {
    self.screens = screens
    self.sessions = sessions
    self.apps = apps
    self.mainScreen = mainScreen
  }
}
