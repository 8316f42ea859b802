import Composition
import Configuration
import Content
import ContentModel
import ControlProtocol
import ControlServer
import DisplayTypes
import Scenes

/// Handles the calls about sessions of scenes and about the data that apps keep with them.
final class SessionsHandler: SceneMethods {
  private let replies: PictureReplies
  private let apps: SocketApps
  private let reports: ContentReports
  private var changes = UserInfoChanges()

  init(_ replies: PictureReplies, apps: SocketApps, reports: ContentReports) {
    self.replies = replies
    self.apps = apps
    self.reports = reports
  }

  private var system: SceneSystem { replies.system }

  /// Users who may only observe cannot find a private session by its data.
  func handle(_ call: SessionsCall, _ responder: ControlResponder) throws(ControlError) {
    let filter = SessionFilter(
      app: call.app, state: call.state.flatMap { SceneState(rawValue: $0.rawValue) },
      userInfo: try UserInfo(asked: call.userInfo ?? [:]))
    try checkApp(call.app)
    let found = system.sessions(filter).filter { filter.userInfo.isEmpty || reports.isOpen($0, to: responder.access) }
    responder.reply(SessionsReply(sessions: found.map(SessionInfo.init)))
  }

  /// Users who may only observe do not get the data of a private session.
  func handle(_ call: GetSessionCall, _ responder: ControlResponder) throws(ControlError) {
    let session = try replies.find(session: call.session)
    let isOpen = reports.isOpen(session, to: responder.access)
    let chosen = session.chosenContent.map(ContentInfo.init)
    responder.reply(
      GetSessionReply(
        session: SessionInfo(session), make: session.identity.make, model: session.identity.model,
        serial: session.identity.serial, connector: session.connector,
        lastSeen: system.lifetimes.display(of: session)?.lastSeenDay.flatMap {
          CalendarDate(dayNumber: $0)?.description
        },
        content: !isOpen ? nil : responder.access.contains(.control) ? chosen : chosen?.withoutSecrets,
        userInfo: isOpen ? session.userInfo.json : [:],
        frame: system.applications.shownFrame(of: session).map(FrameInfo.init),
        order: system.applications.order(of: session)))
  }

  /// If the information cannot be kept, the request fails and the former information is restored.
  func handle(_ call: SetUserInfoCall, _ responder: ControlResponder) throws(ControlError) {
    try apps.checkToken(call.token, ofSession: call.session, responder.access)
    let userInfo = try UserInfo(asked: call.userInfo)
    let former = try replies.find(session: call.session).userInfo
    try keep(userInfo, with: call.session)
    changes.begin(call.session, from: former)
    replies.whenKept { [weak self] in
      guard let self else { return }
      let trouble = replies.trouble
      if let former = changes.end(call.session, isKept: trouble == nil, as: userInfo) {
        // The session may have been destroyed in the meantime.
        try? keep(former, with: call.session)
      }
      if let trouble {
        responder.fail(.failed(message: "nothing was changed: the user information is \(trouble)"))
      } else {
        responder.reply(EmptyReply())
      }
    }
  }

  func handle(_ call: ActivateSessionCall, _ responder: ControlResponder) throws(ControlError) {
    let userInfo = try call.userInfo.map { values throws(ControlError) in try UserInfo(asked: values) }
    let content = try call.content.map { info throws(ControlError) in
      try ContentDescription(info, now: reports.content.clock.now)
    }
    try replies.changeAll(call, responder) { completion throws(SceneError) in
      if let session = call.session {
        try system.lifetimes.activate(session, completion: completion)
      } else {
        let filter = SessionFilter(app: call.app, userInfo: userInfo ?? .empty, content: content)
        try system.lifetimes.activate(filter, completion: completion)
      }
    }
  }

  func handle(_ call: DestroySessionCall, _ responder: ControlResponder) throws(ControlError) {
    try apps.checkToken(call.token, ofSession: call.session, responder.access)
    try replies.changeAll(call, responder) { completion throws(SceneError) in
      try system.lifetimes.destroySession(call.session, completion: completion)
    }
  }

  func handle(_ call: RefreshSessionsCall, _ responder: ControlResponder) throws(ControlError) {
    try checkApp(call.app)
    var sessions = system.sessions(SessionFilter(app: call.app))
    if let identifier = call.session {
      let session = try replies.find(session: identifier)
      sessions = sessions.filter { $0 === session }
    }
    system.layouts.refresh(sessions) { responder.reply(RefreshSessionsReply(sessions: $0)) }
  }

  /// Throws for the name of an app without a manifest and without sessions.
  private func checkApp(_ name: String?) throws(ControlError) {
    guard let name, system.app(name) == nil, system.sessions(SessionFilter(app: name)).isEmpty else { return }
    throw .noSuchApp(app: name, near: system.apps.map(\.name))
  }

  private func keep(_ userInfo: UserInfo, with session: String) throws(ControlError) {
    try ControlError.of { () throws(SceneError) in try system.lifetimes.setUserInfo(userInfo, of: session) }
  }
}

nonisolated extension UserInfo {
  init(asked values: [String: JSONValue], parameter: String = "userInfo") throws(ControlError) {
    do throws(UserInfoError) {
      try self.init(values)
    } catch {
      switch error {
      case .tooLarge(let bytes, let limit): throw .userInfoTooLarge(size: bytes, limit: limit)
      case .tooDeep(let limit):
        throw .invalidValue(
          parameter: parameter, value: "lists and objects in each other",
          expected: "at most \(limit) levels")
      case .notFinite: throw .invalidValue(parameter: parameter, value: "a number", expected: "a finite number")
      }
    }
  }
}

/// Changes of user information that are not on the disk yet. If the newest change cannot be kept, the session gets back the last kept
/// information.
struct UserInfoChanges {
  /// The kept information of each session, and the number of unfinished changes.
  private var changes: [String: (kept: UserInfo, waiting: Int)] = [:]

  mutating func begin(_ session: String, from former: UserInfo) {
    changes[session, default: (former, 0)].waiting += 1
  }

  /// Ends the oldest change of a session. After its last change, returns the information that the session gets back.
  mutating func end(_ session: String, isKept: Bool, as userInfo: UserInfo) -> UserInfo? {
    guard var change = changes[session] else { return nil }
    change.waiting -= 1
    if isKept { change.kept = userInfo }
    changes[session] = change.waiting > 0 ? change : nil
    return isKept || change.waiting > 0 ? nil : change.kept
  }
}

/// The identifier of a new session: a random UUID (RFC 9562, version 4), as `7f1c0c9e-6a0e-4c43-9d2b-0c5a4c1f0b55`.
nonisolated enum SessionIdentifier {
  static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return make(using: &generator)
  }

  static func make(using generator: inout some RandomNumberGenerator) -> String {
    let (high, low): (UInt64, UInt64) = (generator.next(), generator.next())
    // The version, and the variant of the RFC. The bit in front keeps leading zeros.
    let number = (high & ~0xF000 | 0x4000, low & ~(3 << 62) | 2 << 62)
    let digits = [number.0, number.1].flatMap { String(1 << 64 | UInt128($0), radix: 16).dropFirst() }
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
  }
}
