/// What the user wants of external displays; overall, or for one screen.
public enum ExternalSupport: String, Hashable, Sendable, CaseIterable {
  /// They show external scenes.
  case external
  /// They show what the main screen shows.
  case mirror
  /// They stay dark and released.
  case off
}
