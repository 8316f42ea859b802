public import Composition
public import DisplayTypes

/// What a connected scene shows, or showed last: where it waits in the background it is as old as the scene's last layout.
public nonisolated struct SceneSnapshot: Equatable, Sendable {
  /// The layers of its window.
  public var tree: LayerTree
  /// The points that they were laid out for.
  public var size: PointSize
}
