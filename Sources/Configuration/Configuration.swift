public import DisplayTypes
public import ModeSelection

/// The settings of a configuration file, checked.
///
/// Where each was said comes along; it does not count when two are compared.
public struct Configuration: Hashable, Sendable {
  /// The rules for screens; the first that matches a screen is its only one.
  public var screens: [ModeRule]
  /// What a display gets that was never seen before.
  public var unknownScreens: Sourced<UnknownScreens>
  /// What the user wants of external displays.
  public var support: Sourced<ExternalSupport>
  /// The colour of a screen that shows nothing.
  public var idleColor: Sourced<Color>
  /// How many scenes may wait in the background, on all screens together.
  public var backgroundScenes: Sourced<Int>
  /// Whether scenes live on while no external display is connected.
  public var standIn: Sourced<Bool>
  /// Whether what would move over the screen, as a slide or a ticker, stands or fades instead.
  public var reducedMotion: Sourced<Bool>
  /// The apps in the order of the file; the built-in `welcome` where the file has no key `apps`.
  public var apps: [AppDescription]
  /// Who may do what over the socket.
  public var access: AccessDescription
  /// The files and folders that contents name, in the order of the file; those of included playlists stand where they are included.
  public var media: [Sourced<MediaReference>]

  /// Makes settings from their parts.
  public init(
    screens: [ModeRule] = [], unknownScreens: Sourced<UnknownScreens> = Sourced(.show),
    support: Sourced<ExternalSupport> = Sourced(.external), idleColor: Sourced<Color> = Sourced(.black),
    backgroundScenes: Sourced<Int> = Sourced(8), standIn: Sourced<Bool> = Sourced(false),
    reducedMotion: Sourced<Bool> = Sourced(false), apps: [AppDescription] = [],
    access: AccessDescription = AccessDescription(), media: [Sourced<MediaReference>] = []
  ) {
    self.screens = screens
    self.unknownScreens = unknownScreens
    self.support = support
    self.idleColor = idleColor
    self.backgroundScenes = backgroundScenes
    self.standIn = standIn
    self.reducedMotion = reducedMotion
    self.apps = apps
    self.access = access
    self.media = media
  }

  /// Reads a file's bytes.
  ///
  /// A file without any value gives `default`.
  ///
  /// - Parameters:
  ///   - file: The name that messages and locations use.
  ///   - files: Where those are read that it includes.
  /// - Throws: Everything that is wrong, not only the first thing.
  public static func parse(
    _ bytes: [UInt8], file: String, files: ConfigurationFiles = ConfigurationFiles()
  ) throws(ConfigurationErrors) -> Configuration {
    try YAMLFile.read(bytes, file: file) { root, errors in
      root.map { ConfigurationReader(errors: errors, files: files).configuration($0) } ?? .default
    } ?? .default
  }

  /// The rule for a screen; nil where none matches.
  public func rule(connectorName: String, identity: DisplayIdentity) -> ModeRule? {
    screens.first(connectorName: connectorName, identity: identity)
  }

  /// The app that is in the foreground on screens without one of their own: the one marked so, else the first; nil without apps.
  public var foregroundApp: AppDescription? {
    apps.first { $0.foreground.value } ?? apps.first
  }

  /// The foreground app of one screen and where that was said.
  public func foregroundApp(connectorName: String, identity: DisplayIdentity) -> Sourced<String>? {
    if let app = rule(connectorName: connectorName, identity: identity)?.app { return app }
    return foregroundApp.map { Sourced($0.name.value, at: $0.foreground.location ?? $0.name.location) }
  }

  /// The app of that name; nil where there is none.
  public func app(named name: String) -> AppDescription? {
    apps.first { $0.name.value == name }
  }
}
