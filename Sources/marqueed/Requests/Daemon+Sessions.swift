import Composition
import Configuration
import ContentModel
import ControlProtocol
import ControlServer
import DisplayTypes
import Glibc
import Scenes

extension Daemon {
  /// The sessions that are asked for; of those that are private nobody finds out what is kept by asking for it.
  func sessions(_ call: SessionsCall, _ access: AccessLevel) throws(ControlError) -> SessionsReply {
    let filter = SessionFilter(
      app: call.app, state: call.state.flatMap { SceneState(rawValue: $0.rawValue) },
      userInfo: try UserInfo(asked: call.userInfo ?? [:]))
    try checkApp(call.app)
    let found = system.sessions(filter).filter { filter.userInfo.isEmpty || isOpen($0, to: access) }
    return SessionsReply(sessions: found.map(SessionInfo.init))
  }

  /// A session with all that is kept with it, as far as that is not private.
  func session(_ call: GetSessionCall, _ access: AccessLevel) throws(ControlError) -> GetSessionReply {
    let session = try find(session: call.session)
    let isOpen = isOpen(session, to: access)
    return GetSessionReply(
      session: SessionInfo(session), make: session.identity.make, model: session.identity.model,
      serial: session.identity.serial, connector: session.connector,
      lastSeen: system.display(of: session)?.lastSeenDay.map { CalendarDay(since1970: $0).description },
      content: isOpen ? session.chosenContent.map(ContentInfo.init) : nil,
      userInfo: isOpen ? session.userInfo.json : [:], frame: system.shownFrame(of: session).map(FrameInfo.init))
  }

  /// Keeps what an app says of a session; what cannot be kept is refused, and what was there stays.
  func handle(_ call: SetUserInfoCall, _ responder: ControlResponder) throws(ControlError) {
    try checkToken(call.token, ofSession: call.session, responder.access)
    let userInfo = try UserInfo(asked: call.userInfo)
    let former = try find(session: call.session).userInfo
    try keep(userInfo, with: call.session)
    userInfoChanges.begin(call.session, from: former)
    stateStore.whenKept { [weak self] in
      guard let self else { return }
      let trouble = stateStore.trouble
      if let former = userInfoChanges.end(call.session, isKept: trouble == nil, as: userInfo) {
        // The session may have been destroyed meanwhile.
        try? keep(former, with: call.session)
      }
      if let trouble {
        responder.fail(.failed(message: "nothing was changed: the user information is \(trouble)"))
      } else {
        responder.reply(EmptyReply())
      }
    }
  }

  /// Brings a session's app to the foreground of its screen, and answers with the picture.
  func handle(_ call: ActivateSessionCall, _ responder: ControlResponder) throws(ControlError) {
    let userInfo = try call.userInfo.map { values throws(ControlError) in try UserInfo(asked: values) }
    let content = try call.content.map { info throws(ControlError) in try ContentDescription(info, now: wallTime) }
    do throws(SceneError) {
      if let session = call.session {
        try system.activate(session, completion: answer(call, responder))
      } else {
        let filter = SessionFilter(app: call.app, userInfo: userInfo ?? .empty, content: content)
        try system.activate(filter, completion: answer(call, responder))
      }
    } catch {
      throw ControlError(error)
    }
    replyWithoutFlip(call, responder)
  }

  /// Ends a session, and answers with the picture that its screen shows instead.
  func handle(_ call: DestroySessionCall, _ responder: ControlResponder) throws(ControlError) {
    try checkToken(call.token, ofSession: call.session, responder.access)
    do throws(SceneError) {
      try system.destroySession(call.session, completion: answer(call, responder))
    } catch {
      throw ControlError(error)
    }
    replyWithoutFlip(call, responder)
  }

  /// Refuses the name of an app that nobody knows: there is none, and there are no sessions of one either.
  func checkApp(_ name: String?) throws(ControlError) {
    guard let name, system.app(name) == nil, system.sessions(SessionFilter(app: name)).isEmpty else { return }
    throw .noSuchApp(app: name, near: system.apps.map(\.name))
  }

  /// Whether somebody may know what is kept with a session.
  private func isOpen(_ session: SceneSession, to access: AccessLevel) -> Bool {
    access >= .control || !system.isPrivate(session)
  }

  private func keep(_ userInfo: UserInfo, with session: String) throws(ControlError) {
    do throws(SceneError) {
      try system.setUserInfo(userInfo, of: session)
    } catch {
      throw ControlError(error)
    }
  }

  func find(session identifier: String) throws(ControlError) -> SceneSession {
    do throws(SceneError) {
      return try system.session(identifier)
    } catch {
      throw ControlError(error)
    }
  }
}

nonisolated extension UserInfo {
  /// What a request says, or why it is refused.
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

extension Daemon {
  /// Puts the application scenes of an app on a screen, and answers with the pictures of the two screens.
  func handle(_ call: PlaceAppCall, _ responder: ControlResponder) throws(ControlError) {
    do throws(SceneError) {
      try system.place(call.app, on: call.screen, byHand: call.byHand ?? true, completion: answer(call, responder))
    } catch {
      throw ControlError(error)
    }
    replyWithoutFlip(call, responder)
  }

  /// Makes another application scene, and answers with its session once it is shown.
  func handle(_ call: RequestSceneCall, _ responder: ControlResponder) throws(ControlError) {
    let userInfo = try UserInfo(asked: call.userInfo ?? [:])
    var identifier = ""
    var isKept = false
    var shown: [PresentedFrame]?
    do throws(SceneError) {
      let session = try system.requestScene(
        of: call.app, userInfo: userInfo, frame: call.frame.map(UnitRect.init)
      ) { outcomes in
        let frames = outcomes.compactMap { screen, outcome -> PresentedFrame? in
          if case .shown(let record) = outcome { PresentedFrame(record, screen: screen) } else { nil }
        }
        shown = frames
        // Some are shown before it is known which session that is, or before that is kept.
        if isKept { responder.reply(RequestSceneReply(session: identifier, presented: frames)) }
      }
      identifier = session.identifier
    } catch {
      throw ControlError(error)
    }
    stateStore.whenKept { [stateStore] in
      if let trouble = stateStore.trouble {
        return responder.fail(.failed(message: "the session \(identifier) is \(trouble)"))
      }
      isKept = true
      if shown != nil || !call.waitsForFlip {
        responder.reply(RequestSceneReply(session: identifier, presented: shown ?? []))
      }
    }
  }

  /// Moves the window of an application scene.
  func handle(_ call: SetFrameCall, _ responder: ControlResponder) throws(ControlError) {
    do throws(SceneError) {
      try system.setFrame(call.frame.map(UnitRect.init), of: call.session, completion: answer(call, responder))
    } catch {
      throw ControlError(error)
    }
    replyWithoutFlip(call, responder)
  }

  /// Owns the input of an app for a controller until its connection is closed.
  func handle(_ call: OwnInputCall, _ responder: ControlResponder) throws(ControlError) {
    do throws(SceneError) {
      try system.ownInput(of: call.app)
    } catch {
      throw ControlError(error)
    }
    responder.onGone = { [weak self] in self?.system.releaseInput(of: call.app) }
    responder.send(OwnInputReply(app: call.app))
  }

  /// Hands what a controller's user has done to an application scene.
  func sendInput(_ call: SendInputCall) throws(ControlError) -> EmptyReply {
    let values = try UserInfo(asked: call.values ?? [:], parameter: "values")
    do throws(SceneError) {
      try system.send(InputEvent(kind: call.kind, values: values), to: call.session)
    } catch {
      throw ControlError(error)
    }
    return EmptyReply()
  }
}

nonisolated extension UnitRect {
  /// What a request says.
  fileprivate init(_ info: FrameInfo) {
    self.init(x: info.x, y: info.y, width: info.width, height: info.height)
  }
}

nonisolated extension FrameInfo {
  /// What is told of a window.
  init(_ frame: UnitRect) {
    self.init(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
  }
}

/// Changes of user information that are not on the disk yet: a session whose newest one cannot be kept gets back what was kept last.
struct UserInfoChanges {
  private struct Change {
    /// What is on the disk.
    var kept: UserInfo
    /// How many changes wait for that.
    var waiting = 0
  }

  private var changes: [String: Change] = [:]

  /// A session has other user information, which is to be kept.
  mutating func begin(_ session: String, from former: UserInfo) {
    changes[session, default: Change(kept: former)].waiting += 1
  }

  /// A change was kept, or could not be; returns what the session is to have instead of it.
  ///
  /// Changes of a session end in the order in which they began. One that was followed by another leaves the result to that.
  mutating func end(_ session: String, isKept: Bool, as userInfo: UserInfo) -> UserInfo? {
    guard var change = changes[session] else { return nil }
    change.waiting -= 1
    if isKept { change.kept = userInfo }
    changes[session] = change.waiting > 0 ? change : nil
    return isKept || change.waiting > 0 ? nil : change.kept
  }
}

/// A day of the calendar that everybody uses, in UTC.
nonisolated struct CalendarDay: Hashable, CustomStringConvertible {
  /// As ISO 8601 has it: 2026-11-21.
  let description: String

  /// The day so many days after 1970-01-01, or before where it is negative; for years from 1 to 9999.
  init(since1970 days: Int) {
    var seconds = time_t(min(max(days, -719_162), 2_932_896) * 86_400)
    var parts = tm()
    var text = [CChar](repeating: 0, count: 16)
    gmtime_r(&seconds, &parts)
    _ = strftime(&text, text.count, "%04Y-%m-%d", &parts)
    description = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
