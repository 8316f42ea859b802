public import DisplayTypes

/// What an app is told when one of its sessions is about to be connected.
public nonisolated struct ConnectionOptions: Sendable {
  /// The display; no mode of it is applied yet.
  public var screen: ScreenSnapshot
  /// What can be gone on with: what was being done in the session's last scene.
  public var activities: [UserActivity]
  /// The configuration that a session had before, where the app's manifest does not have it any more.
  public var formerConfiguration: String?

  init(screen: ScreenSnapshot, activities: [UserActivity], formerConfiguration: String?) {
    self.screen = screen
    self.activities = activities
    self.formerConfiguration = formerConfiguration
  }

  /// The modes that the app may choose from.
  public var availableModes: [ScreenMode] { screen.modes }
}
