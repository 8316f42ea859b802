public import DisplayTypes

/// An app as the configuration file defines it: its name and its scene manifest.
public struct AppDescription: Hashable, Sendable {
  /// Unique in the file.
  public var name: Sourced<String>
  /// Whether it is the foreground app of every screen that has none of its own.
  public var foreground: Sourced<Bool>
  /// Whether it steps in where the foreground app shows nothing.
  public var fallback: Sourced<Bool>
  /// Whether it covers everything else.
  public var alarm: Sourced<Bool>
  /// Whether all its scenes are for the main screen alone.
  public var isPrivate: Sourced<Bool>
  /// Whether several scenes of one role may be connected at once.
  public var supportsMultipleScenes: Sourced<Bool>
  /// What the user wants of external displays where it is in the foreground; nil where nothing is said.
  public var support: Sourced<ExternalSupport>?
  /// The roles that it mentions, in their order.
  public var scenes: [SceneRoleDescription]

  /// Makes a description from its parts.
  public init(
    name: Sourced<String>, foreground: Sourced<Bool> = Sourced(false), fallback: Sourced<Bool> = Sourced(false),
    alarm: Sourced<Bool> = Sourced(false), isPrivate: Sourced<Bool> = Sourced(false),
    supportsMultipleScenes: Sourced<Bool> = Sourced(false),
    support: Sourced<ExternalSupport>? = nil,
    scenes: [SceneRoleDescription] = []
  ) {
    self.name = name
    self.foreground = foreground
    self.fallback = fallback
    self.alarm = alarm
    self.isPrivate = isPrivate
    self.supportsMultipleScenes = supportsMultipleScenes
    self.support = support
    self.scenes = scenes
  }

  /// The scene configurations for a role; empty where the app leaves it alone, nil where it does not mention it.
  ///
  /// External displays are looked up by the newer name first; an empty list under that hides the older one.
  public func configurations(for role: String) -> [SceneConfigurationDescription]? {
    if let found = scenes.first(where: { $0.role.value == role }) { return found.configurations }
    guard role == SceneRoleDescription.externalDisplayNonInteractive else { return nil }
    return configurations(for: SceneRoleDescription.externalDisplay)
  }
}
