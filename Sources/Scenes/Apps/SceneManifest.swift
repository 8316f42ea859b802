public import ContentModel
public import DisplayTypes

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

  /// The daemon's own app has one configuration for every external role.
  var frontConfiguration: SceneConfiguration? { configurations[.externalDisplayNonInteractive]?.first }

  /// Nil if the session has a configuration that counts.
  @MainActor func reasonToAsk(for session: SceneSession) -> AskReason? {
    if let version, version > session.manifestVersion ?? .min { return .manifestIsNewer }
    let had = session.configuration
    guard !had.isMadeOnTheSpot else { return nil }
    return configurations(for: session.role).contains { $0.name == had.name } ? nil : .configurationLeft
  }

  /// Reads a configuration that the app chose earlier from the manifest, unless it was made on the spot.
  func current(_ chosen: SceneConfiguration?, for role: SceneRole) -> SceneConfiguration? {
    guard let chosen, !chosen.isMadeOnTheSpot else { return chosen }
    return configurations(for: role).first { $0.name == chosen.name }
  }

  /// The configuration that a screen gets: the first whose rule names this screen, else the first without a rule; nil where the
  /// app leaves such screens alone.
  public func configuration(for role: SceneRole, connector: String, identity: DisplayIdentity) -> SceneConfiguration? {
    let all = configurations(for: role)
    return all.first { $0.match?.matches(connectorName: connector, identity: identity) ?? false }
      ?? all.first { $0.match == nil }
  }
}

/// What a manifest says of one kind of scene.
public nonisolated struct SceneConfiguration: Hashable, Sendable {
  /// Unique within its role.
  public var name: String
  /// What the scene shows; nil where its delegate decides.
  public var content: ContentDescription?
  /// The modes that the scene wishes for, in order.
  public var modes: [Sourced<ModeWish>]
  /// The screens that it is for; nil for all.
  public var match: ScreenMatch?
  /// The pixels that the scene is laid out for in every mode, enlarged by a whole number; nil for those of the screen.
  public var size: PixelSize?
  /// Whether its scenes are for the main screen alone: elsewhere, and in screenshots, a placeholder stands in.
  public var isPrivate: Bool
  /// Its app made it for one connection; the manifest has none of it.
  public var isMadeOnTheSpot: Bool

  /// Makes a configuration.
  public init(
    name: String, content: ContentDescription? = nil, modes: [Sourced<ModeWish>] = [], match: ScreenMatch? = nil,
    size: PixelSize? = nil, isPrivate: Bool = false, isMadeOnTheSpot: Bool = false
  ) {
    self.name = name
    self.content = content
    self.modes = modes
    self.match = match
    self.size = size
    self.isPrivate = isPrivate
    self.isMadeOnTheSpot = isMadeOnTheSpot
  }
}

/// What a scene is for.
///
/// Open: a manifest may name further roles.
public nonisolated struct SceneRole: RawRepresentable, Hashable, Sendable {
  /// The word for it in the configuration.
  public var rawValue: String

  /// Makes a role of its word.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Interactive: its app's controller forwards input to it.
  public static let application = SceneRole(rawValue: "application")
  /// Shown on an external display; takes no input, ever.
  public static let externalDisplayNonInteractive = SceneRole(rawValue: "externalDisplayNonInteractive")
  /// The older name of that: a manifest's list under it counts only where the newer name is not mentioned at all.
  public static let externalDisplay = SceneRole(rawValue: "externalDisplay")
}

/// Why an app is asked again which configuration one of its sessions gets.
package nonisolated enum AskReason: String, Hashable, Sendable, CaseIterable {
  case configurationLeft
  /// The manifest has a higher version than the one that the session was configured by.
  case manifestIsNewer

  package var words: String {
    switch self {
    case .configurationLeft: "its configuration is not in the manifest any more"
    case .manifestIsNewer: "the manifest is newer"
    }
  }
}
