/// Which app is in the foreground of a screen, and who said so.
public nonisolated struct ForegroundChoice: Hashable, Sendable {
  /// The app's name.
  public var app: String
  /// Who said so.
  public var source: SettingSource
  /// It was said for all screens, not for this one.
  public var isForAllScreens: Bool

  init(_ app: String, _ source: SettingSource, isForAllScreens: Bool) {
    self.app = app
    self.source = source
    self.isForAllScreens = isForAllScreens
  }
}
