/// What a screen may be used for.
public enum ScreenUse: String, Hashable, Sendable, CaseIterable {
  /// For external scenes.
  case external
  /// The main screen.
  case main
  /// Never touched: the console stays on it.
  case console
  /// Kept dark.
  case dark
}
