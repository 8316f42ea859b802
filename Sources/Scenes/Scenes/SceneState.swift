/// Where a scene is in its life.
public nonisolated enum SceneState: String, Hashable, Sendable {
  case unattached
  case foregroundActive
  case foregroundInactive
  case background
}
