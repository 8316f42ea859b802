// Made by tools/varlink-gen from org.marquee.Display.varlink. Do not edit.
// swift-format-ignore-file

/// Asks for the scene sessions: all, or those that meet every condition.
public struct SessionsCall: ControlParameters, Hashable {
  public typealias Reply = SessionsReply
  public static var method: ControlMethod { .sessions }
  public static var parameterNames: [String] { CodingKeys.names }

  /// Only this app's.
  public var app: String?
  /// Only those in this state.
  public var state: SceneStateInfo?
  /// Only those whose user information has these values, inner objects included.
  public var userInfo: [String: JSONValue]?

  public init(app: String? = nil, state: SceneStateInfo? = nil, userInfo: [String: JSONValue]? = nil) {
    self.app = app
    self.state = state
    self.userInfo = userInfo
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case app, state, userInfo
  }
}

/// Answers `Sessions`.
public struct SessionsReply: ControlReply, Hashable {
  /// The sessions, connected ones first.
  public var sessions: [SessionInfo]

  public init(sessions: [SessionInfo]) {
    self.sessions = sessions
  }
}

/// Asks for a scene session with all that is kept with it.
public struct GetSessionCall: ControlParameters, Hashable {
  public typealias Reply = GetSessionReply
  public static var method: ControlMethod { .getSession }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The session's identifier.
  public var session: String

  public init(session: String) {
    self.session = session
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case session
  }
}

/// Answers `GetSession`.
public struct GetSessionReply: ControlReply, Hashable {
  /// The session.
  public var session: SessionInfo
  /// The make of its display; empty if the display does not report it.
  public var make: String
  /// The model of its display.
  public var model: String
  /// The serial of its display.
  public var serial: String
  /// The connector on which that was last seen.
  public var connector: String
  /// The day on which that was, as `2026-11-21` in UTC; nil if the clock has never been right.
  public var lastSeen: String?
  /// The content that `Show` chose in place of the configured content.
  public var content: ContentInfo?
  /// The user information that its app keeps.
  public var userInfo: [String: JSONValue]
  /// The place of an application scene's window on its display; nil if none is shown.
  public var frame: FrameInfo?
  /// The place of that window among the windows of its app, from 0, the lowest; nil if none is shown.
  public var order: Int?

  public init(
    session: SessionInfo, make: String, model: String, serial: String, connector: String, lastSeen: String? = nil,
    content: ContentInfo? = nil, userInfo: [String: JSONValue] = [:], frame: FrameInfo? = nil, order: Int? = nil
  ) {
    self.session = session
    self.make = make
    self.model = model
    self.serial = serial
    self.connector = connector
    self.lastSeen = lastSeen
    self.content = content
    self.userInfo = userInfo
    self.frame = frame
    self.order = order
  }

  enum CodingKeys: String, CodingKey {
    case session, make, model, serial, connector, lastSeen, content, userInfo, frame, order
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(session, forKey: .session)
    try container.encode(make, forKey: .make)
    try container.encode(model, forKey: .model)
    try container.encode(serial, forKey: .serial)
    try container.encode(connector, forKey: .connector)
    try container.encode(lastSeen, forKey: .lastSeen)
    try container.encode(content, forKey: .content)
    try container.encode(userInfo, forKey: .userInfo)
    try container.encode(frame, forKey: .frame)
    try container.encode(order, forKey: .order)
  }
}

/// Sets all that an app keeps with a session; it is kept when this is answered.
public struct SetUserInfoCall: ControlParameters, Hashable {
  public typealias Reply = EmptyReply
  public static var method: ControlMethod { .setUserInfo }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The session's identifier.
  public var session: String
  /// The new user information: up to 16 KiB of JSON, 16 levels deep.
  public var userInfo: [String: JSONValue]
  /// The token that a registered app got; needed while that app is there, but with the access `admin`.
  public var token: String?

  public init(session: String, userInfo: [String: JSONValue], token: String? = nil) {
    self.session = session
    self.userInfo = userInfo
    self.token = token
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case session, userInfo, token
  }
}

/// Puts the app of a session in the foreground of the session's screen: by the session's identifier, or by what is kept
/// with it or shown in it.
public struct ActivateSessionCall: PictureCall, Hashable {
  public typealias Reply = PictureReply
  public static var method: ControlMethod { .activateSession }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The session's identifier; nil with `userInfo` or `content`.
  public var session: String?
  /// Only this app's, with `userInfo` or `content`.
  public var app: String?
  /// The session whose user information has these values, a connected one before the others, and then the newest.
  public var userInfo: [String: JSONValue]?
  /// The session that shows this.
  public var content: ContentInfo?
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  public init(
    session: String? = nil, app: String? = nil, userInfo: [String: JSONValue]? = nil, content: ContentInfo? = nil,
    noWait: Bool? = nil
  ) {
    self.session = session
    self.app = app
    self.userInfo = userInfo
    self.content = content
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case session, app, userInfo, content, noWait
  }
}

/// Lays out scenes again, those in the background too.
public struct RefreshSessionsCall: ControlParameters, Hashable {
  public typealias Reply = RefreshSessionsReply
  public static var method: ControlMethod { .refreshSessions }
  public static var parameterNames: [String] { CodingKeys.names }

  /// Only this session; nil for all sessions, or those of `app`.
  public var session: String?
  /// Only this app's.
  public var app: String?

  public init(session: String? = nil, app: String? = nil) {
    self.session = session
    self.app = app
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case session, app
  }
}

/// Answers `RefreshSessions`.
public struct RefreshSessionsReply: ControlReply, Hashable {
  /// The identifiers of those sessions whose scenes were laid out.
  public var sessions: [String]

  public init(sessions: [String]) {
    self.sessions = sessions
  }
}

/// Ends a session for good; if it was connected, its screen shows its next picture.
public struct DestroySessionCall: PictureCall, Hashable {
  public typealias Reply = PictureReply
  public static var method: ControlMethod { .destroySession }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The session's identifier.
  public var session: String
  /// The token that a registered app got; needed while that app is there, but with the access `admin`.
  public var token: String?
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  public init(session: String, token: String? = nil, noWait: Bool? = nil) {
    self.session = session
    self.token = token
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case session, token, noWait
  }
}
