public import DisplayTypes

/// What an app is told when one of its sessions is about to be connected.
public nonisolated struct ConnectionOptions: Sendable {
  /// The display; no mode of it is applied yet.
  public var screen: ScreenSnapshot
  /// That display is gone: the scene is for a stand-in, until another takes it over.
  public var isStandIn: Bool
  /// What can be gone on with: what was being done in the session's last scene.
  public var activities: [UserActivity]
  /// The configuration that a session had before, where the app's manifest does not have it any more.
  public var formerConfiguration: String?

  init(
    screen: ScreenSnapshot, activities: [UserActivity], formerConfiguration: String?, isStandIn: Bool = false
  ) {
    self.screen = screen
    self.activities = activities
    self.formerConfiguration = formerConfiguration
    self.isStandIn = isStandIn
  }

  /// The modes that the app may choose from.
  public var availableModes: [ScreenMode] { screen.modes }
}
