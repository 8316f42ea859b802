package import ContentModel
package import DisplayTypes

/// An app of the configuration file: its name and its scene manifest.
package struct AppDescription: Hashable {
  /// Unique in the file.
  package let name: Sourced<String>
  /// Whether this is the foreground app of every screen without its own.
  package var foreground = Sourced(false)
  /// Whether this app shows its scenes if the foreground app has none.
  package var fallback = Sourced(false)
  /// Whether this app covers all other apps.
  package var alarm = Sourced(false)
  /// Whether all scenes of the app are for the main screen only.
  package var isPrivate = Sourced(false)
  /// Whether several scenes of a role may be connected at the same time.
  package var supportsMultipleScenes = Sourced(false)
  /// How external displays are used while the app is in the foreground; nil for the setting of the file.
  package var support: Sourced<ExternalSupport>?
  /// The roles that the app has, in the order of the file.
  package var scenes: [SceneRoleDescription] = []

  /// The scene configurations for a role; empty if the app has no scenes of it, nil if the app does not mention it. For external displays
  /// the newer name has precedence. An empty list under that name hides the older name.
  package func configurations(for role: String) -> [SceneConfigurationDescription]? {
    if let found = scenes.first(where: { $0.role.value == role }) { return found.configurations }
    guard role == SceneRoleDescription.externalDisplayNonInteractive else { return nil }
    return configurations(for: SceneRoleDescription.externalDisplay)
  }
}

package struct SceneRoleDescription: Hashable {
  /// The role for interactive windows.
  static let application = "application"
  /// The role for displays without input.
  package static let externalDisplayNonInteractive = "externalDisplayNonInteractive"
  /// The older name of that role. It counts only if the app does not mention the newer name.
  static let externalDisplay = "externalDisplay"

  /// The roles with a meaning of their own.
  package static let standard = [application, externalDisplayNonInteractive, externalDisplay]

  /// The role that was probably meant; nil for a known role, and for a name that is like none of them. Roles may have any name. So a
  /// misspelt role would have no effect and cause no error.
  package static func near(_ name: String) -> String? {
    standard.contains(name) ? nil : NearestWord.find(name, among: standard, maximum: 2)
  }

  package let role: Sourced<String>
  /// The default comes first. Empty if the app has no scenes of this role.
  package var configurations: [SceneConfigurationDescription]
}

package struct SceneConfigurationDescription: Hashable {
  /// Unique within the role; `default` if the file gives none.
  package let name: Sourced<String>
  package var modes: [Sourced<ModeWish>] = []
  /// Nil if a controller decides.
  package var content: Sourced<ContentDescription>?
  /// Nil for all screens.
  package var match: Sourced<ScreenMatch>?
  /// The pixels of the layout in every mode; nil for the pixels of the screen.
  package var size: Sourced<PixelSize>?
  /// Whether the scene is for the main screen only.
  package var isPrivate: Sourced<Bool>?
  /// Whether the scene takes input; only for roles that are not standard.
  package var isInteractive: Sourced<Bool>?
}

/// The rule for names of apps and roles, which are used in commands and in file names of the kept state.
package enum NameRule {
  package static let expected = "1 to 64 letters of ASCII, digits, -, _ or .; the first a letter, a digit or _"

  package static func admits(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64
      && name.unicodeScalars.allSatisfy { scalar in
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
          || "-_.".unicodeScalars.contains(scalar)
      } && !name.hasPrefix(".") && !name.hasPrefix("-")
  }
}
