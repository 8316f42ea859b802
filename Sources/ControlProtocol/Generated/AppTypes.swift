// Made by tools/varlink-gen from org.marquee.Display.varlink. Do not edit.
// swift-format-ignore-file

/// A scene session, connected or waiting for its display.
public struct SessionInfo: Codable, Hashable, Sendable {
  /// The session's identifier, which survives unplug, crash and reboot.
  public var identifier: String
  /// The app that owns it.
  public var app: String
  /// The role, as `externalDisplayNonInteractive`.
  public var role: String
  /// The name of the scene configuration.
  public var configuration: String
  /// The screen that its scene is on; nil while it is not connected.
  public var screen: String?
  /// The state of its scene.
  public var state: SceneStateInfo

  public init(
    identifier: String, app: String, role: String, configuration: String, screen: String? = nil,
    state: SceneStateInfo
  ) {
    self.identifier = identifier
    self.app = app
    self.role = role
    self.configuration = configuration
    self.screen = screen
    self.state = state
  }

  enum CodingKeys: String, CodingKey {
    case identifier, app, role, configuration, screen, state
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(identifier, forKey: .identifier)
    try container.encode(app, forKey: .app)
    try container.encode(role, forKey: .role)
    try container.encode(configuration, forKey: .configuration)
    try container.encode(screen, forKey: .screen)
    try container.encode(state, forKey: .state)
  }
}

/// The state of a session's scene.
public enum SceneStateInfo: String, Codable, Hashable, Sendable, CaseIterable {
  /// No scene: the display is not connected.
  case unattached
  /// On its screen, as the foreground app's scene.
  case foregroundActive
  /// On its screen, but held.
  case foregroundInactive
  /// Alive, but not on its screen.
  case background

  /// Reads a case by its name; throws `ControlError.invalidValue`, which lists all, for any other.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "state")
  }
}

/// The place of a window on its display, in fractions of the display from 0 to 1.
public struct FrameInfo: Codable, Hashable, Sendable {
  /// The left edge.
  public var x: Double
  /// The upper edge.
  public var y: Double
  /// From left to right.
  public var width: Double
  /// From top to bottom.
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case x, y, width, height
  }

  /// Reads one; an unknown field is an error.
  public init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownFields(CodingKeys.self)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.x = try container.decode(Double.self, forKey: .x)
    self.y = try container.decode(Double.self, forKey: .y)
    self.width = try container.decode(Double.self, forKey: .width)
    self.height = try container.decode(Double.self, forKey: .height)
  }
}

/// An app: a named owner of content.
public struct AppInfo: Codable, Hashable, Sendable {
  /// The app's name.
  public var name: String
  /// Whether it is the foreground app of all screens that have none of their own.
  public var foreground: Bool
  /// The screens whose foreground app it is.
  public var screens: [String]
  /// The roles for which its manifest has scene configurations.
  public var roles: [String]
  /// Whether the program that registered it is there; nil for an app of the configuration.
  public var controller: ControllerInfo?

  public init(
    name: String, foreground: Bool = false, screens: [String] = [], roles: [String] = [],
    controller: ControllerInfo? = nil
  ) {
    self.name = name
    self.foreground = foreground
    self.screens = screens
    self.roles = roles
    self.controller = controller
  }

  enum CodingKeys: String, CodingKey {
    case name, foreground, screens, roles, controller
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(foreground, forKey: .foreground)
    try container.encode(screens, forKey: .screens)
    try container.encode(roles, forKey: .roles)
    try container.encode(controller, forKey: .controller)
  }
}

/// Whether the program that registered an app is there.
public enum ControllerInfo: String, Codable, Hashable, Sendable, CaseIterable {
  /// Its connection is open.
  case here
  /// Its connection has ended.
  case gone

  /// Reads a case by its name; throws `ControlError.invalidValue`, which lists all, for any other.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "controller")
  }
}

/// Which screens a scene configuration is for, as `match` in the configuration file: every pattern that is given must
/// fit.
public struct ScreenMatchInfo: Codable, Hashable, Sendable {
  /// The connector's name, as `HDMI-A-*`.
  public var connector: String?
  /// The three-letter identifier of the maker, as `DEL`.
  public var make: String?
  /// The display's name.
  public var model: String?
  /// The serial text or number.
  public var serial: String?

  public init(connector: String? = nil, make: String? = nil, model: String? = nil, serial: String? = nil) {
    self.connector = connector
    self.make = make
    self.model = model
    self.serial = serial
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case connector, make, model, serial
  }

  /// Reads one; an unknown field is an error.
  public init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownFields(CodingKeys.self)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.connector = try container.decodeIfPresent(String.self, forKey: .connector)
    self.make = try container.decodeIfPresent(String.self, forKey: .make)
    self.model = try container.decodeIfPresent(String.self, forKey: .model)
    self.serial = try container.decodeIfPresent(String.self, forKey: .serial)
  }
}

/// An app's description of one kind of its scenes, in its manifest or for one connection.
public struct SceneConfigurationInfo: Codable, Hashable, Sendable {
  /// Its name, unique in its role; nil for `default`.
  public var name: String?
  /// The content of the scenes; nil if the app sets it later.
  public var content: ContentInfo?
  /// The modes that they wish for, in order, as `1920x1080@60`.
  public var modes: [String]?
  /// The screens that they are for; nil for all.
  public var match: ScreenMatchInfo?
  /// The pixels that they are laid out for in every mode, as `640x480`; nil for those of the screen.
  public var size: String?
  /// Whether they are for the main screen alone, so that others show a placeholder; nil for no.
  public var `private`: Bool?
  /// Whether they take input, and are shown only while a controller owns it; only in a role that is not standard; nil
  /// for no.
  public var interactive: Bool?

  public init(
    name: String? = nil, content: ContentInfo? = nil, modes: [String]? = nil, match: ScreenMatchInfo? = nil,
    size: String? = nil, `private`: Bool? = nil, interactive: Bool? = nil
  ) {
    self.name = name
    self.content = content
    self.modes = modes
    self.match = match
    self.size = size
    self.private = `private`
    self.interactive = interactive
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case name, content, modes, match, size, `private`, interactive
  }

  /// Reads one; an unknown field is an error.
  public init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownFields(CodingKeys.self)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.name = try container.decodeIfPresent(String.self, forKey: .name)
    self.content = try container.decodeIfPresent(ContentInfo.self, forKey: .content)
    self.modes = try container.decodeIfPresent([String].self, forKey: .modes)
    self.match = try container.decodeIfPresent(ScreenMatchInfo.self, forKey: .match)
    self.size = try container.decodeIfPresent(String.self, forKey: .size)
    self.private = try container.decodeIfPresent(Bool.self, forKey: .private)
    self.interactive = try container.decodeIfPresent(Bool.self, forKey: .interactive)
  }
}

/// An activity in a scene that another scene can continue.
public struct ActivityInfo: Codable, Hashable, Sendable {
  /// The kind of activity, as `com.example.editing`; 1 to 256 bytes without control characters.
  public var type: String
  /// Values for it: up to 16 KiB of JSON, 16 levels deep; nil for none.
  public var userInfo: [String: JSONValue]?

  public init(type: String, userInfo: [String: JSONValue]? = nil) {
    self.type = type
    self.userInfo = userInfo
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case type, userInfo
  }

  /// Reads one; an unknown field is an error.
  public init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownFields(CodingKeys.self)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.type = try container.decode(String.self, forKey: .type)
    self.userInfo = try container.decodeIfPresent([String: JSONValue].self, forKey: .userInfo)
  }
}

/// A change to a session, connected or not; a value that is nil stays as it is.
public struct SceneChangeInfo: Codable, Hashable, Sendable {
  /// The session's identifier.
  public var session: String
  /// The content that it shows from now on.
  public var content: ContentInfo?
  /// Whether it goes back to what its configuration shows; nil for no.
  public var configured: Bool?
  /// Whether its scene has a window; one without leaves the screen to the next app.
  public var window: Bool?
  /// All that its app keeps with it: up to 16 KiB of JSON, 16 levels deep.
  public var userInfo: [String: JSONValue]?
  /// The activity there, for its next scene and the app's other scenes.
  public var activity: ActivityInfo?

  public init(
    session: String, content: ContentInfo? = nil, configured: Bool? = nil, window: Bool? = nil,
    userInfo: [String: JSONValue]? = nil, activity: ActivityInfo? = nil
  ) {
    self.session = session
    self.content = content
    self.configured = configured
    self.window = window
    self.userInfo = userInfo
    self.activity = activity
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case session, content, configured, window, userInfo, activity
  }

  /// Reads one; an unknown field is an error.
  public init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownFields(CodingKeys.self)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.session = try container.decode(String.self, forKey: .session)
    self.content = try container.decodeIfPresent(ContentInfo.self, forKey: .content)
    self.configured = try container.decodeIfPresent(Bool.self, forKey: .configured)
    self.window = try container.decodeIfPresent(Bool.self, forKey: .window)
    self.userInfo = try container.decodeIfPresent([String: JSONValue].self, forKey: .userInfo)
    self.activity = try container.decodeIfPresent(ActivityInfo.self, forKey: .activity)
  }
}
