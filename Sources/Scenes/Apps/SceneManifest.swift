package import ContentModel
public import DisplayTypes

/// The scenes of an app by role. The first configuration of a role is its default.
public nonisolated struct SceneManifest: Hashable, Sendable {
  /// The scene configurations of each role; the first that matches the screen is the default.
  public var configurations: [SceneRole: [SceneConfiguration]]
  /// Whether several scenes of a role may be connected at once.
  public var supportsMultipleScenes: Bool
  /// Rises with each change of the manifest; nil if the app does not count. The app is asked again for sessions that were configured by an
  /// earlier version.
  public var version: Int?

  /// Makes a manifest; without configurations the app shows nothing.
  public init(
    configurations: [SceneRole: [SceneConfiguration]] = [:], supportsMultipleScenes: Bool = false, version: Int? = nil
  ) {
    self.configurations = configurations
    self.supportsMultipleScenes = supportsMultipleScenes
    self.version = version
  }

  /// The configurations of a role. For external displays the newer name has priority. An empty list under it hides a list under the older
  /// name.
  public func configurations(for role: SceneRole) -> [SceneConfiguration] {
    let older = role == .externalDisplayNonInteractive ? configurations[.externalDisplay] : nil
    return configurations[role] ?? older ?? []
  }

  /// Whether some of its scenes take input: application scenes, and interactive ones of further roles.
  var takesInput: Bool {
    configurations.contains { role, list in list.contains { $0.takesInput(in: role) } }
  }

  /// The daemon's own app has one configuration for every external role.
  var frontConfiguration: SceneConfiguration? { configurations[.externalDisplayNonInteractive]?.first }

  /// The reason to ask the app again; nil if the session's configuration is current.
  @MainActor func reasonToAsk(for session: SceneSession) -> AskReason? {
    if let version, version > session.answer.manifestVersion ?? .min { return .manifestIsNewer }
    let had = session.configuration
    guard !had.isMadeOnTheSpot else { return nil }
    return configurations(for: session.role).contains { $0.name == had.name } ? nil : .configurationLeft
  }

  /// Updates a configuration that the app chose earlier from the manifest, unless it was made for one connection.
  func current(_ chosen: SceneConfiguration?, for role: SceneRole) -> SceneConfiguration? {
    guard let chosen, !chosen.isMadeOnTheSpot else { return chosen }
    return configurations(for: role).first { $0.name == chosen.name }
  }

  /// The configuration for a screen; nil if the app shows nothing on such screens. The first configuration whose rule names the screen has
  /// priority, then the first without a rule.
  public func configuration(for role: SceneRole, connector: String, identity: DisplayIdentity) -> SceneConfiguration? {
    let all = configurations(for: role)
    return all.first { $0.match?.matches(connectorName: connector, identity: identity) ?? false }
      ?? all.first { $0.match == nil }
  }
}

/// The description of one kind of scene in a manifest.
public nonisolated struct SceneConfiguration: Hashable, Sendable {
  /// Unique within its role.
  public var name: String
  /// The content of the scene; nil if its delegate decides.
  package var content: ContentDescription?
  /// The requested modes, in order.
  public var modes: [Sourced<ModeWish>]
  /// The screens that the configuration is for; nil for all.
  public var match: ScreenMatch?
  /// The size in pixels of the layout in every mode, enlarged by a whole number; nil for the size of the screen.
  public var size: PixelSize?
  /// Whether its scenes are for the main screen only; other screens and screenshots get a placeholder.
  public var isPrivate: Bool
  /// Whether its scenes take input and are shown only while a controller owns it, in a role that is none of the standard ones. Application
  /// scenes take input in any case, and scenes of `externalDisplayNonInteractive` never do.
  public var isInteractive: Bool
  /// Whether its app made it for one connection, so that it is not in the manifest.
  public var isMadeOnTheSpot: Bool

  /// Makes a configuration of scenes whose delegates decide the content.
  public init(
    name: String, modes: [Sourced<ModeWish>] = [], match: ScreenMatch? = nil, size: PixelSize? = nil,
    isPrivate: Bool = false, isInteractive: Bool = false, isMadeOnTheSpot: Bool = false
  ) {
    self.init(
      name: name, content: nil, modes: modes, match: match, size: size, isPrivate: isPrivate,
      isInteractive: isInteractive, isMadeOnTheSpot: isMadeOnTheSpot)
  }

  /// Makes a configuration with content that the daemon draws.
  package init(
    name: String, content: ContentDescription?, modes: [Sourced<ModeWish>] = [], match: ScreenMatch? = nil,
    size: PixelSize? = nil, isPrivate: Bool = false, isInteractive: Bool = false, isMadeOnTheSpot: Bool = false
  ) {
    self.name = name
    self.content = content
    self.modes = modes
    self.match = match
    self.size = size
    self.isPrivate = isPrivate
    self.isInteractive = isInteractive
    self.isMadeOnTheSpot = isMadeOnTheSpot
  }

  /// Whether scenes with this configuration take input in a role.
  func takesInput(in role: SceneRole) -> Bool { role == .application || isInteractive && role.isFurther }

  /// Whether both take input, or neither.
  package func isLikeInInput(_ other: SceneConfiguration, in role: SceneRole) -> Bool {
    takesInput(in: role) == other.takesInput(in: role)
  }
}

/// The purpose of a scene. Open: a manifest may name other roles.
public nonisolated struct SceneRole: RawRepresentable, Hashable, Sendable {
  /// The word for it in the configuration.
  public var rawValue: String

  /// Makes a role from its word.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Whether it is none of the roles below, so that a configuration decides about input.
  package var isFurther: Bool { ![.application, .externalDisplayNonInteractive, .externalDisplay].contains(self) }

  /// Interactive: the app's controller sends input to it.
  public static let application = SceneRole(rawValue: "application")
  /// Shown on an external display; never takes input.
  public static let externalDisplayNonInteractive = SceneRole(rawValue: "externalDisplayNonInteractive")
  /// The older name of `externalDisplayNonInteractive`; a list under it counts only if the manifest does not have the newer name.
  public static let externalDisplay = SceneRole(rawValue: "externalDisplay")
}

/// Why an app is asked again for the configuration of a session.
package nonisolated enum AskReason: String, Hashable, Sendable, CaseIterable {
  case configurationLeft
  /// The manifest's version is higher than the version of the session's configuration.
  case manifestIsNewer

  package var words: String {
    switch self {
    case .configurationLeft: "its configuration is not in the manifest any more"
    case .manifestIsNewer: "the manifest is newer"
    }
  }
}
