public import DisplayTypes

/// What a scene's picture depends on.
public nonisolated struct SceneTraits: Hashable, Sendable {
  /// The screen's name.
  public var screen: String
  /// The mode in force.
  public var mode: ScreenMode
  /// How points lie on its pixels: scale, orientation and insets.
  public var geometry: OutputGeometry
}
