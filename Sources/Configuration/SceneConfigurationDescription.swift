public import DisplayTypes
public import ModeSelection

/// What a manifest says of one scene: its name, its content, the modes that it wishes and the screens that it is for.
public struct SceneConfigurationDescription: Hashable, Sendable {
  /// Unique within its role; `default` where it was not said.
  public var name: Sourced<String>
  /// The modes that the scene wishes, in order.
  public var modes: [Sourced<ModeWish>]
  /// What it shows; nil where a controller decides.
  public var content: Sourced<ContentDescription>?
  /// The screens that it is for; nil for all.
  public var match: Sourced<ScreenMatch>?
  /// The pixels that it is laid out for in every mode; nil for those of the screen.
  public var size: Sourced<PixelSize>?
  /// Whether it is for the main screen alone; nil where it was not said.
  public var isPrivate: Sourced<Bool>?

  /// Makes a description from its parts.
  public init(
    name: Sourced<String>, modes: [Sourced<ModeWish>] = [], content: Sourced<ContentDescription>? = nil,
    match: Sourced<ScreenMatch>? = nil, size: Sourced<PixelSize>? = nil, isPrivate: Sourced<Bool>? = nil
  ) {
    self.name = name
    self.modes = modes
    self.content = content
    self.match = match
    self.size = size
    self.isPrivate = isPrivate
  }
}
