// Made by tools/varlink-gen from org.marquee.Display.varlink. Do not edit.
// swift-format-ignore-file

/// Asks for the apps.
public struct AppsCall: ControlParameters, Hashable {
  public typealias Reply = AppsReply
  public static var method: ControlMethod { .apps }
  public static var parameterNames: [String] { [] }

  public init() {}
}

/// Answers `Apps`.
public struct AppsReply: ControlReply, Hashable {
  /// The apps, in the configuration's order.
  public var apps: [AppInfo]

  public init(apps: [AppInfo]) {
    self.apps = apps
  }
}

/// Makes an app the foreground app of a screen, or of all.
public struct SetForegroundCall: PictureCall, Hashable {
  public typealias Reply = PictureReply
  public static var method: ControlMethod { .setForeground }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The app's name.
  public var app: String
  /// The screen's name; nil for all screens.
  public var screen: String?
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  public init(app: String, screen: String? = nil, noWait: Bool? = nil) {
    self.app = app
    self.screen = screen
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case app, screen, noWait
  }
}

/// Puts all application scenes of an app on a screen.
public struct PlaceAppCall: PictureCall, Hashable {
  public typealias Reply = PictureReply
  public static var method: ControlMethod { .placeApp }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The app's name.
  public var app: String
  /// The screen's name; nil takes back the choice.
  public var screen: String?
  /// Whether it is the user's choice, which goes before external scenes and is kept; nil for yes.
  public var byHand: Bool?
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  public init(app: String, screen: String? = nil, byHand: Bool? = nil, noWait: Bool? = nil) {
    self.app = app
    self.screen = screen
    self.byHand = byHand
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case app, screen, byHand, noWait
  }
}

/// Makes another application scene of an app, beside those that there are.
public struct RequestSceneCall: PictureCall, Hashable {
  public typealias Reply = RequestSceneReply
  public static var method: ControlMethod { .requestScene }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The app's name.
  public var app: String
  /// The user information that its session begins with.
  public var userInfo: [String: JSONValue]?
  /// The place of its window; nil for a place beside the others.
  public var frame: FrameInfo?
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?
  /// The activity for the scene, as `create`; the app gets it with the question and with `sceneWillConnect`.
  public var activity: ActivityInfo?
  /// The name of a configuration of the manifest, which counts if the app does not answer; nil for the first.
  public var configuration: String?
  /// The token of the app that requests the scene; nil for a user.
  public var token: String?

  public init(
    app: String, userInfo: [String: JSONValue]? = nil, frame: FrameInfo? = nil, noWait: Bool? = nil,
    activity: ActivityInfo? = nil, configuration: String? = nil, token: String? = nil
  ) {
    self.app = app
    self.userInfo = userInfo
    self.frame = frame
    self.noWait = noWait
    self.activity = activity
    self.configuration = configuration
    self.token = token
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case app, userInfo, frame, noWait, activity, configuration, token
  }
}

/// Answers `RequestScene`.
public struct RequestSceneReply: ControlReply, Hashable {
  /// The identifier of the new scene's session.
  public var session: String
  /// The frames that show the change, one a screen that is lit; empty with `noWait`.
  public var presented: [PresentedFrame]
  /// The reason why no screen shows the scene; nil if one shows it, and with `noWait`.
  public var note: String?
  /// The next step at the command line; nil if there is none.
  public var hint: String?

  public init(session: String, presented: [PresentedFrame], note: String? = nil, hint: String? = nil) {
    self.session = session
    self.presented = presented
    self.note = note
    self.hint = hint
  }

  enum CodingKeys: String, CodingKey {
    case session, presented, note, hint
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(session, forKey: .session)
    try container.encode(presented, forKey: .presented)
    try container.encode(note, forKey: .note)
    try container.encode(hint, forKey: .hint)
  }
}

/// Moves the window of an application scene on its display.
public struct SetFrameCall: PictureCall, Hashable {
  public typealias Reply = PictureReply
  public static var method: ControlMethod { .setFrame }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The session's identifier.
  public var session: String
  /// The place of its window; nil for a place beside the others.
  public var frame: FrameInfo?
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  public init(session: String, frame: FrameInfo? = nil, noWait: Bool? = nil) {
    self.session = session
    self.frame = frame
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case session, frame, noWait
  }
}

/// Owns the input of an app as long as the connection is open; needs `more`.
public struct OwnInputCall: ControlParameters, Hashable {
  public typealias Reply = OwnInputReply
  public static var method: ControlMethod { .ownInput }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The app's name.
  public var app: String

  public init(app: String) {
    self.app = app
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case app
  }
}

/// Answers `OwnInput` once, when the input is owned; the stream then goes on in silence.
public struct OwnInputReply: ControlReply, Hashable {
  /// The app's name.
  public var app: String

  public init(app: String) {
    self.app = app
  }
}

/// Sends input from a controller to an application scene.
public struct SendInputCall: ControlParameters, Hashable {
  public typealias Reply = EmptyReply
  public static var method: ControlMethod { .sendInput }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The session's identifier.
  public var session: String
  /// The kind of input, by agreement between the controller and the app.
  public var kind: String
  /// The values of the input.
  public var values: [String: JSONValue]?
  /// The text that a key types; nil for other input, and for keys that type nothing.
  public var text: String?

  public init(session: String, kind: String, values: [String: JSONValue]? = nil, text: String? = nil) {
    self.session = session
    self.kind = kind
    self.values = values
    self.text = text
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case session, kind, values, text
  }
}

/// Registers an app with its scene manifest, or comes back under its name; needs `more`.
///
/// The app exists as long as the connection is open. The replies carry questions and events for it, and it answers on
/// another connection.
public struct RegisterAppCall: ControlParameters, Hashable {
  public typealias Reply = AppMessage
  public static var method: ControlMethod { .registerApp }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The app's name: up to 64 ASCII letters, digits, `-`, `_` and `.`.
  public var name: String
  /// Its scene configurations by role; an empty list leaves screens of that role alone.
  public var scenes: [String: [SceneConfigurationInfo]]
  /// Whether it stands in if the foreground app shows nothing; nil for no.
  public var fallback: Bool?
  /// Whether several application scenes may be connected at once; nil for no.
  public var supportsMultipleScenes: Bool?
  /// Whether all its scenes are for the main screen alone, so that others show a placeholder; nil for no.
  public var `private`: Bool?
  /// Its use of external displays while it is in the foreground: `external`, `mirror` or `off`; nil for no preference.
  public var support: String?
  /// The picture of its screens once the connection has ended; nil for `keep`.
  public var controllerLoss: ControllerLossInfo?
  /// Counts the changes of `scenes`: the daemon asks again about sessions that were configured by a lower version; nil
  /// without versions.
  public var version: Int?
  /// The token of the last registration, to come back while the daemon still takes that connection for open.
  public var token: String?

  public init(
    name: String, scenes: [String: [SceneConfigurationInfo]], fallback: Bool? = nil,
    supportsMultipleScenes: Bool? = nil, `private`: Bool? = nil, support: String? = nil,
    controllerLoss: ControllerLossInfo? = nil, version: Int? = nil, token: String? = nil
  ) {
    self.name = name
    self.scenes = scenes
    self.fallback = fallback
    self.supportsMultipleScenes = supportsMultipleScenes
    self.private = `private`
    self.support = support
    self.controllerLoss = controllerLoss
    self.version = version
    self.token = token
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case name, scenes, fallback, supportsMultipleScenes, `private`, support, controllerLoss, version, token
  }
}

/// The picture of an app's screens once its controller has ended.
public enum ControllerLossInfo: String, Codable, Hashable, Sendable, CaseIterable {
  /// The present picture.
  case keep
  /// The picture that is due without the app.
  case fallback
  /// Black, if it is in the foreground.
  case blank

  /// Reads a case by its name; throws `ControlError.invalidValue`, which lists all, for any other.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "controllerLoss")
  }
}

/// A message from the daemon to an app: the replies to `RegisterApp`, one each.
public struct AppMessage: ControlReply, Hashable {
  /// The kind of message.
  public var kind: AppMessage.Kind
  /// The app's proof of identity, for `registered`.
  public var token: String?
  /// The sessions that the app has, for `registered`.
  public var sessions: [SessionInfo]?
  /// The question's number.
  public var question: Int?
  /// The session it is about.
  public var session: String?
  /// The role of its scenes, for a question.
  public var role: String?
  /// The configuration that it gets without an answer, for a question.
  public var configuration: String?
  /// The configuration that it had, if the manifest has it no longer, for a question.
  public var formerConfiguration: String?
  /// The app's user information of the session, for a question.
  public var userInfo: [String: JSONValue]?
  /// The screen, for a question and if a scene moves to another one.
  public var screen: ScreenInfo?
  /// The activities that can be continued, for a question, an activity and `sceneWillConnect`; that of a request comes
  /// first.
  public var activities: [ActivityInfo]?
  /// The event's name, as `sceneDidBecomeActive`.
  public var event: String?
  /// Why a scene has ended.
  public var reason: String?
  /// The kind of input, by agreement between the controller and the app, for `input`.
  public var inputKind: String?
  /// The values of the input.
  public var values: [String: JSONValue]?
  /// Counts the refreshes that a display link reports from 1, skipped ones included.
  public var number: Int?
  /// When the refresh was, on the monotonic clock.
  public var monotonicNanoseconds: UInt64?
  /// When the next refresh is: a change before then can be on the screen by then.
  public var targetNanoseconds: UInt64?
  /// How many refreshes were skipped before this one, since the app did not read in time; nil for none.
  public var skipped: Int?
  /// A remark, for `registered`.
  public var note: String?
  /// The configuration that the request for the scene names, for a question.
  public var requestedConfiguration: String?
  /// The app that has requested the scene, for a question; nil for a user, and without a request.
  public var sourceApp: String?
  /// The text that a key types, for `input`; nil for keys that type nothing.
  public var text: String?

  public init(
    kind: AppMessage.Kind, token: String? = nil, sessions: [SessionInfo]? = nil, question: Int? = nil,
    session: String? = nil, role: String? = nil, configuration: String? = nil, formerConfiguration: String? = nil,
    userInfo: [String: JSONValue]? = nil, screen: ScreenInfo? = nil, activities: [ActivityInfo]? = nil,
    event: String? = nil, reason: String? = nil, inputKind: String? = nil, values: [String: JSONValue]? = nil,
    number: Int? = nil, monotonicNanoseconds: UInt64? = nil, targetNanoseconds: UInt64? = nil, skipped: Int? = nil,
    note: String? = nil, requestedConfiguration: String? = nil, sourceApp: String? = nil, text: String? = nil
  ) {
    self.kind = kind
    self.token = token
    self.sessions = sessions
    self.question = question
    self.session = session
    self.role = role
    self.configuration = configuration
    self.formerConfiguration = formerConfiguration
    self.userInfo = userInfo
    self.screen = screen
    self.activities = activities
    self.event = event
    self.reason = reason
    self.inputKind = inputKind
    self.values = values
    self.number = number
    self.monotonicNanoseconds = monotonicNanoseconds
    self.targetNanoseconds = targetNanoseconds
    self.skipped = skipped
    self.note = note
    self.requestedConfiguration = requestedConfiguration
    self.sourceApp = sourceApp
    self.text = text
  }
}

extension AppMessage {
  /// The kind of message.
  public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    /// The first: the app is registered.
    case registered
    /// A session is about to be connected: which configuration does it get? `AnswerApp` answers.
    case question
    /// A step in the life of one of its scenes.
    case event
    /// Another of its scenes has ended, and this was being done there.
    case activity
    /// Input from a controller for one of its application scenes.
    case input
    /// The screen that shows one of its sessions has refreshed, as the app asked with `StartDisplayLink`.
    case refresh
    /// One of its sessions was discarded.
    case discarded

    /// Reads a case by its name; throws `ControlError.invalidValue`, which lists all, for any other.
    public init(from decoder: any Decoder) throws {
      self = try decoder.name(of: "kind")
    }
  }
}

/// Answers a question that the daemon asked an app.
public struct AnswerAppCall: ControlParameters, Hashable {
  public typealias Reply = EmptyReply
  public static var method: ControlMethod { .answerApp }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The token that the app got when it registered.
  public var token: String
  /// The question's number.
  public var question: Int
  /// A name alone chooses from the manifest; with other fields it is made for this connection; nil for the manifest's
  /// default.
  public var configuration: SceneConfigurationInfo?
  /// Whether the scene has a window; nil if content decides.
  public var window: Bool?
  /// All that the app keeps with the session from now on: up to 16 KiB of JSON, 16 levels deep; nil keeps what there
  /// is.
  public var userInfo: [String: JSONValue]?

  public init(
    token: String, question: Int, configuration: SceneConfigurationInfo? = nil, window: Bool? = nil,
    userInfo: [String: JSONValue]? = nil
  ) {
    self.token = token
    self.question = question
    self.configuration = configuration
    self.window = window
    self.userInfo = userInfo
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case token, question, configuration, window, userInfo
  }
}

/// Changes sessions of an app, connected or not: all of them, or none if one cannot be changed.
public struct UpdateScenesCall: PictureCall, Hashable {
  public typealias Reply = PictureReply
  public static var method: ControlMethod { .updateScenes }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The token that the app got when it registered; nil for apps of the configuration, and with the access `admin`.
  public var token: String?
  /// The changes.
  public var changes: [SceneChangeInfo]
  /// Whether to answer at once instead of after the flips; nil for no.
  public var noWait: Bool?

  public init(token: String? = nil, changes: [SceneChangeInfo], noWait: Bool? = nil) {
    self.token = token
    self.changes = changes
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case token, changes, noWait
  }
}

/// Reports to a registered app, on its stream, the refreshes of the screen that shows one of its scenes.
public struct StartDisplayLinkCall: ControlParameters, Hashable {
  public typealias Reply = EmptyReply
  public static var method: ControlMethod { .startDisplayLink }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The token that the app got when it registered; not needed with the access `admin`.
  public var token: String?
  /// The session's identifier.
  public var session: String
  /// The highest rate that is wanted, from 0.01 to 1000: it is the highest that divides the screen's and is not above;
  /// nil for every refresh.
  public var maximumHertz: Double?

  public init(token: String? = nil, session: String, maximumHertz: Double? = nil) {
    self.token = token
    self.session = session
    self.maximumHertz = maximumHertz
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case token, session, maximumHertz
  }
}

/// Ends a display link of `StartDisplayLink`.
public struct StopDisplayLinkCall: ControlParameters, Hashable {
  public typealias Reply = EmptyReply
  public static var method: ControlMethod { .stopDisplayLink }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The token that the app got when it registered; not needed with the access `admin`.
  public var token: String?
  /// The session's identifier.
  public var session: String

  public init(token: String? = nil, session: String) {
    self.token = token
    self.session = session
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case token, session
  }
}

/// Forgets a registered app, and ends its scenes; its sessions stay.
public struct UnregisterAppCall: PictureCall, Hashable {
  public typealias Reply = PictureReply
  public static var method: ControlMethod { .unregisterApp }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The app's name.
  public var app: String
  /// The token that it got when it registered; nil with the access `admin`.
  public var token: String?
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  public init(app: String, token: String? = nil, noWait: Bool? = nil) {
    self.app = app
    self.token = token
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case app, token, noWait
  }
}
