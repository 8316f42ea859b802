/// What counts of an app when it is decided what a screen shows.
public nonisolated struct AppStanding: Hashable, Sendable {
  /// The app's name.
  public var name: String
  /// It has a configuration for external screens like this one.
  public var hasExternalScene: Bool
  /// Its delegate attaches a window; taken to be so until it has been asked.
  public var attachesWindow: Bool
  /// Whether it steps in where the foreground app shows nothing.
  public var isFallback: Bool
  /// Whether it goes before everything else.
  public var isAlarm: Bool

  /// Makes a standing.
  public init(name: String, hasExternalScene: Bool, attachesWindow: Bool, isFallback: Bool, isAlarm: Bool) {
    self.name = name
    self.hasExternalScene = hasExternalScene
    self.attachesWindow = attachesWindow
    self.isFallback = isFallback
    self.isAlarm = isAlarm
  }

  /// It has a picture for the screen.
  public var shows: Bool { hasExternalScene && attachesWindow }
}
