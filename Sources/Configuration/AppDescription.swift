package import ContentModel
package import DisplayTypes

/// An app of the configuration file: its name and its scene manifest.
package struct AppDescription: Hashable {
  /// Unique in the file.
  package let name: Sourced<String>
  /// Whether it is the foreground app of every screen that has none of its own.
  package var foreground = Sourced(false)
  /// Whether it shows its scenes if the foreground app has none.
  package var fallback = Sourced(false)
  /// Whether it covers everything else.
  package var alarm = Sourced(false)
  /// Whether all its scenes are for the main screen alone.
  package var isPrivate = Sourced(false)
  /// Whether several scenes of one role may be connected at once.
  package var supportsMultipleScenes = Sourced(false)
  /// The use of external displays while it is in the foreground; nil for that of the file.
  package var support: Sourced<ExternalSupport>?
  /// The roles that it mentions, in their order.
  package var scenes: [SceneRoleDescription] = []

  /// The scene configurations for a role; empty if the app leaves it alone, nil if it does not mention it.
  ///
  /// For external displays the newer name counts first; an empty list under that hides the older one.
  package func configurations(for role: String) -> [SceneConfigurationDescription]? {
    if let found = scenes.first(where: { $0.role.value == role }) { return found.configurations }
    guard role == SceneRoleDescription.externalDisplayNonInteractive else { return nil }
    return configurations(for: SceneRoleDescription.externalDisplay)
  }
}

package struct SceneRoleDescription: Hashable {
  /// The role for interactive windows.
  static let application = "application"
  /// The role for displays that only show.
  package static let externalDisplayNonInteractive = "externalDisplayNonInteractive"
  /// The older name of that role: it counts only if an app does not mention the newer one at all.
  static let externalDisplay = "externalDisplay"

  /// The role that was probably meant; nil for a known one, and for one that is like none of them.
  ///
  /// Further roles may have any name, so a misspelt one would be without effect, and without an error.
  package static func near(_ name: String) -> String? {
    let known = [application, externalDisplayNonInteractive, externalDisplay]
    return known.contains(name) ? nil : NearestWord.find(name, among: known, maximum: 2)
  }

  package let role: Sourced<String>
  /// The default first; empty if the app leaves screens of this role alone.
  package var configurations: [SceneConfigurationDescription]
}

package struct SceneConfigurationDescription: Hashable {
  /// Unique within its role; `default` if the file has none.
  package let name: Sourced<String>
  package var modes: [Sourced<ModeWish>] = []
  /// Nil if a controller decides.
  package var content: Sourced<ContentDescription>?
  /// Nil for all screens.
  package var match: Sourced<ScreenMatch>?
  /// The pixels of its layout in every mode; nil for those of the screen.
  package var size: Sourced<PixelSize>?
  /// Whether it is for the main screen alone.
  package var isPrivate: Sourced<Bool>?
}

/// The rule for names of apps and roles, which stand on command lines and in file names of the kept state.
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
