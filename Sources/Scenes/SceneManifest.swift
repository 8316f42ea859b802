public import DisplayTypes
internal import ModeSelection

/// The scenes that an app has, by role. The first configuration of a role is its default.
public nonisolated struct SceneManifest: Hashable, Sendable {
  public var configurations: [SceneRole: [SceneConfiguration]]
  public var supportsMultipleScenes: Bool

  public init(configurations: [SceneRole: [SceneConfiguration]] = [:], supportsMultipleScenes: Bool = false) {
    self.configurations = configurations
    self.supportsMultipleScenes = supportsMultipleScenes
  }

  /// The configuration that a screen gets: the first whose rule names this screen, else the first without a rule; nil where the
  /// app leaves such screens alone.
  public func configuration(
    for role: SceneRole, connector: String, identity: DisplayIdentity
  ) -> SceneConfiguration? {
    let all = configurations[role] ?? []
    return all.first { $0.match?.matches(connectorName: connector, identity: identity) ?? false }
      ?? all.first { $0.match == nil }
  }
}
