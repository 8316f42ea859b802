/// How specific a setting is; the most specific wins.
public enum SettingLevel: String, Codable, Hashable, Sendable {
  /// Said of the screen.
  case screen
  /// Said of the app.
  case app
  /// Said of everything.
  case overall
}
