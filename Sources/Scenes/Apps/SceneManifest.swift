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
  /// Counts up with what it says: for sessions that were configured by an earlier one the app is asked again; nil where nobody counts.
  public var version: Int?

  /// Makes a manifest; without configurations the app shows nothing.
  public init(
    configurations: [SceneRole: [SceneConfiguration]] = [:], supportsMultipleScenes: Bool = false, version: Int? = nil
  ) {
    self.configurations = configurations
    self.supportsMultipleScenes = supportsMultipleScenes
    self.version = version
  }

  /// The configurations of a role.
  ///
  /// Those for external displays are looked up by the newer name first; an empty list under that hides the older one.
  public func configurations(for role: SceneRole) -> [SceneConfiguration] {
    let older = role == .externalDisplayNonInteractive ? configurations[.externalDisplay] : nil
    return configurations[role] ?? older ?? []
  }

  /// That of the daemon's own app, which has one for every external role.
  var frontConfiguration: SceneConfiguration? { configurations[.externalDisplayNonInteractive]?.first }

  /// Why the app is asked again which configuration a session gets; nil where the session has one that counts.
  @MainActor func reasonToAsk(for session: SceneSession) -> AskReason? {
    if let version, version > session.manifestVersion ?? .min { return .manifestIsNewer }
    let had = session.configuration
    guard !had.isMadeOnTheSpot else { return nil }
    return configurations(for: session.role).contains { $0.name == had.name } ? nil : .configurationLeft
  }

  /// What counts of a configuration that the app chose earlier: as the manifest has it now, or as it was made on the spot.
  func current(_ chosen: SceneConfiguration?, for role: SceneRole) -> SceneConfiguration? {
    guard let chosen, !chosen.isMadeOnTheSpot else { return chosen }
    return configurations(for: role).first { $0.name == chosen.name }
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
