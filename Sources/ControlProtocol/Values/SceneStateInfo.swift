/// The state of a session's scene.
public enum SceneStateInfo: String, Codable, CaseIterable, Hashable, Sendable {
  /// No scene: the display is not connected.
  case unattached
  /// On its screen, as the foreground app's scene.
  case foregroundActive
  /// On its screen, but held.
  case foregroundInactive
  /// Alive, but not on its screen.
  case background

  /// Reads it by its name.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "state")
  }
}
