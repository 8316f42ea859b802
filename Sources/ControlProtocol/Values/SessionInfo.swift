/// A scene session, connected or waiting for its display.
public struct SessionInfo: Codable, Hashable, Sendable {
  /// The session's identifier, which survives unplug, crash and reboot.
  public var identifier: String
  /// The app that owns it.
  public var app: String
  /// The role, as `externalDisplayNonInteractive`.
  public var role: String
  /// The name of the scene configuration.
  public var configuration: String
  /// The screen that its scene is on; nil while it is not connected.
  public var screen: String?
  /// The state of its scene.
  public var state: SceneStateInfo

  /// Makes one from its fields.
  public init(
    identifier: String, app: String, role: String, configuration: String, screen: String? = nil, state: SceneStateInfo
  ) {
    self.identifier = identifier
    self.app = app
    self.role = role
    self.configuration = configuration
    self.screen = screen
    self.state = state
  }

  /// Writes every field; what is missing becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(identifier, forKey: .identifier)
    try container.encode(app, forKey: .app)
    try container.encode(role, forKey: .role)
    try container.encode(configuration, forKey: .configuration)
    try container.encode(screen, forKey: .screen)
    try container.encode(state, forKey: .state)
  }

  enum CodingKeys: String, CodingKey {
    case identifier, app, role, configuration, screen, state
  }
}
