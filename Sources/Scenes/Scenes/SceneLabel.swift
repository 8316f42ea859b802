/// The names of a scene, as events carry them.
public nonisolated struct SceneLabel: Hashable, Sendable {
  /// The session's identifier.
  public var session: String
  /// The app's name.
  public var app: String
  /// What kind of scene it is.
  public var role: SceneRole
  /// The scene configuration's name.
  public var configuration: String
  /// The screen's name.
  public var screen: String

  init(session: String, app: String, role: SceneRole, configuration: String, screen: String) {
    self.session = session
    self.app = app
    self.role = role
    self.configuration = configuration
    self.screen = screen
  }
}
