/// What a scene is for.
///
/// Open: a manifest may name further roles.
public nonisolated struct SceneRole: RawRepresentable, Hashable, Sendable {
  /// The word for it in the configuration.
  public var rawValue: String

  /// Makes a role of its word.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Interactive: its app's controller forwards input to it.
  public static let application = SceneRole(rawValue: "application")
  /// Shown on an external display; takes no input, ever.
  public static let externalDisplayNonInteractive = SceneRole(rawValue: "externalDisplayNonInteractive")
  /// The older name of that: a manifest's list under it counts only where the newer name is not mentioned at all.
  public static let externalDisplay = SceneRole(rawValue: "externalDisplay")
}
