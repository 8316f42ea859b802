public import DisplayTypes
public import ModeSelection

/// What a manifest says of one kind of scene.
public nonisolated struct SceneConfiguration: Hashable, Sendable {
  /// Unique within its role.
  public var name: String
  /// What the scene shows; nil where its delegate decides.
  public var content: ContentDescription?
  /// The modes that the scene wishes for, in order.
  public var modes: [Sourced<ModeWish>]
  /// The screens that it is for; nil for all.
  public var match: ScreenMatch?
  /// The pixels that the scene is laid out for in every mode, enlarged by a whole number; nil for those of the screen.
  public var size: PixelSize?
  /// Whether its scenes are for the main screen alone: elsewhere, and in screenshots, a placeholder stands in.
  public var isPrivate: Bool
  /// Its app made it for one connection; the manifest has none of it.
  public var isMadeOnTheSpot: Bool

  /// Makes a configuration.
  public init(
    name: String, content: ContentDescription? = nil, modes: [Sourced<ModeWish>] = [], match: ScreenMatch? = nil,
    size: PixelSize? = nil, isPrivate: Bool = false, isMadeOnTheSpot: Bool = false
  ) {
    self.name = name
    self.content = content
    self.modes = modes
    self.match = match
    self.size = size
    self.isPrivate = isPrivate
    self.isMadeOnTheSpot = isMadeOnTheSpot
  }
}
