public import DisplayTypes

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

  /// Makes a description from its parts.
  public init(role: Sourced<String>, configurations: [SceneConfigurationDescription]) {
    self.role = role
    self.configurations = configurations
  }
}
