public import DisplayTypes
internal import ModeSelection

/// The scenes that an app has, by role.
///
/// The first configuration of a role is its default.
public nonisolated struct SceneManifest: Hashable, Sendable {
  /// The scene configurations of each role; the first that matches is the default.
  public var configurations: [SceneRole: [SceneConfiguration]]
  /// Whether several scenes of a role may be connected at once.
  public var supportsMultipleScenes: Bool

  /// Makes a manifest; without configurations the app shows nothing.
  public init(configurations: [SceneRole: [SceneConfiguration]] = [:], supportsMultipleScenes: Bool = false) {
    self.configurations = configurations
    self.supportsMultipleScenes = supportsMultipleScenes
  }

  /// The configurations of a role.
  ///
  /// Those for external displays are looked up by the newer name first; an empty list under that hides the older one.
  public func configurations(for role: SceneRole) -> [SceneConfiguration] {
    let older = role == .externalDisplayNonInteractive ? configurations[.externalDisplay] : nil
    return configurations[role] ?? older ?? []
  }

  /// The configuration that a screen gets: the first whose rule names this screen, else the first without a rule; nil where the
  /// app leaves such screens alone.
  public func configuration(
    for role: SceneRole, connector: String, identity: DisplayIdentity
  ) -> SceneConfiguration? {
    let all = configurations(for: role)
    return all.first { $0.match?.matches(connectorName: connector, identity: identity) ?? false }
      ?? all.first { $0.match == nil }
  }
}
