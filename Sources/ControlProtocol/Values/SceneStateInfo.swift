/// The state of a session's scene.
public enum SceneStateInfo: String, Codable, Hashable, Sendable {
  /// No scene: the display is not connected.
  case unattached
  /// On its screen, as the foreground app's scene.
  case foregroundActive
  /// On its screen, but held.
  case foregroundInactive
  /// Alive, but not on its screen.
  case background
}
