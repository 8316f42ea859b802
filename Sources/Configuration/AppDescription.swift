public import ContentModel
public import DisplayTypes

/// An app as the configuration file defines it: its name and its scene manifest.
public struct AppDescription: Hashable, Sendable {
  /// Unique in the file.
  public var name: Sourced<String>
  /// Whether it is the foreground app of every screen that has none of its own.
  public var foreground: Sourced<Bool> = Sourced(false)
  /// Whether it steps in where the foreground app shows nothing.
  public var fallback: Sourced<Bool> = Sourced(false)
  /// Whether it covers everything else.
  public var alarm: Sourced<Bool> = Sourced(false)
  /// Whether all its scenes are for the main screen alone.
  public var isPrivate: Sourced<Bool> = Sourced(false)
  /// Whether several scenes of one role may be connected at once.
  public var supportsMultipleScenes: Sourced<Bool> = Sourced(false)
  /// What the user wants of external displays where it is in the foreground; nil where nothing is said.
  public var support: Sourced<ExternalSupport>?
  /// The roles that it mentions, in their order.
  public var scenes: [SceneRoleDescription] = []

  /// The scene configurations for a role; empty where the app leaves it alone, nil where it does not mention it.
  ///
  /// External displays are looked up by the newer name first; an empty list under that hides the older one.
  public func configurations(for role: String) -> [SceneConfigurationDescription]? {
    if let found = scenes.first(where: { $0.role.value == role }) { return found.configurations }
    guard role == SceneRoleDescription.externalDisplayNonInteractive else { return nil }
    return configurations(for: SceneRoleDescription.externalDisplay)
  }
}

/// The scene configurations of one role.
public struct SceneRoleDescription: Hashable, Sendable {
  /// The role for windows that somebody works with.
  public static let application = "application"
  /// The role for displays that only show.
  public static let externalDisplayNonInteractive = "externalDisplayNonInteractive"

  /// The older name of that role: it counts only where an app does not mention the newer one at all.
  public static let externalDisplay = "externalDisplay"

  /// The role that was probably meant; nil for a known one, and for one that is like none of them.
  ///
  /// Further roles may have any name, so a misspelt one would be silently without effect.
  public static func near(_ name: String) -> String? {
    let known = [application, externalDisplayNonInteractive, externalDisplay]
    return known.contains(name) ? nil : NearestWord.find(name, among: known, maximum: 2)
  }

  /// The role's name.
  public var role: Sourced<String>
  /// The configurations, the default first.
  ///
  /// Empty: the app leaves screens of this role alone.
  public var configurations: [SceneConfigurationDescription]
}

/// What a manifest says of one scene: its name, its content, the modes that it wishes and the screens that it is for.
public struct SceneConfigurationDescription: Hashable, Sendable {
  /// Unique within its role; `default` where it was not said.
  public var name: Sourced<String>
  /// The modes that the scene wishes, in order.
  public var modes: [Sourced<ModeWish>] = []
  /// What it shows; nil where a controller decides.
  public var content: Sourced<ContentDescription>?
  /// The screens that it is for; nil for all.
  public var match: Sourced<ScreenMatch>?
  /// The pixels that it is laid out for in every mode; nil for those of the screen.
  public var size: Sourced<PixelSize>?
  /// Whether it is for the main screen alone; nil where it was not said.
  public var isPrivate: Sourced<Bool>?
}

/// What the names of apps and roles are made of: they are typed on command lines and stand in file names of the kept state.
public enum NameRule {
  /// What would be one.
  public static let expected = "1 to 64 letters of ASCII, digits, -, _ or .; the first a letter, a digit or _"

  /// Whether a text is one.
  public static func admits(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64
      && name.unicodeScalars.allSatisfy { scalar in
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
          || "-_.".unicodeScalars.contains(scalar)
      } && !name.hasPrefix(".") && !name.hasPrefix("-")
  }
}
