import ContentWords
import ControlProtocol
import ControlServer
import DisplayTypes
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
  func setUserInfo(_ call: SetUserInfoCall, _ responder: ControlResponder) throws(ControlError) {
    try checkToken(call.token, ofSession: call.session, responder.access)
    let userInfo = try UserInfo(asked: call.userInfo)
    let former = try find(session: call.session).userInfo
    try keep(userInfo, with: call.session)
    userInfoChanges.begin(call.session, from: former)
    stateKeeper.whenKept { [weak self] in
      guard let self else { return }
      let trouble = stateKeeper.trouble
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
  func activateSession(_ call: ActivateSessionCall, _ responder: ControlResponder) throws(ControlError) {
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
  func destroySession(_ call: DestroySessionCall, _ responder: ControlResponder) throws(ControlError) {
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
