/// What a scene is for. Open: a manifest may name further roles.
public nonisolated struct SceneRole: RawRepresentable, Hashable, Sendable {
  public var rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Interactive: its app's controller forwards input to it.
  public static let application = SceneRole(rawValue: "application")
  /// Shown on an external display; takes no input, ever.
  public static let externalDisplayNonInteractive = SceneRole(rawValue: "externalDisplayNonInteractive")
}
