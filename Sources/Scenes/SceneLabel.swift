/// The names of a scene, as events carry them.
public nonisolated struct SceneLabel: Hashable, Sendable {
  public var session: String
  public var app: String
  public var role: SceneRole
  public var configuration: String
  public var screen: String

  init(session: String, app: String, role: SceneRole, configuration: String, screen: String) {
    self.session = session
    self.app = app
    self.role = role
    self.configuration = configuration
    self.screen = screen
  }
}
