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

  enum CodingKeys: String, CodingKey {
    case screens, sessions, apps, mainScreen
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(screens, forKey: .screens)
    try container.encode(sessions, forKey: .sessions)
    try container.encode(apps, forKey: .apps)
    try container.encode(mainScreen, forKey: .mainScreen)
  }
}
