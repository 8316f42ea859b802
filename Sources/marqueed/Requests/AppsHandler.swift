import Composition
import Configuration
import Content
import ControlProtocol
import ControlServer
import DisplayTypes
import EventLoop
import Scenes

struct AppsHandler: AppMethods {
  let replies: PictureReplies
  let apps: SocketApps
  let journal: JournalWriter
  let clock: any ContentClock
  let mailbox: Mailbox
  let isReplayed: Bool

  private var system: SceneSystem { replies.system }

  func handle(_ call: AppsCall, _ responder: ControlResponder) throws(ControlError) {
    responder.reply(AppsReply(apps: system.appInfos))
  }

  func handle(_ call: SetForegroundCall, _ responder: ControlResponder) throws(ControlError) {
    try replies.changeAll(call, responder) { completion throws(SceneError) in
      try system.setForeground(call.app, on: call.screen, completion: completion)
    }
  }

  func handle(_ call: RegisterAppCall, _ responder: ControlResponder) throws(ControlError) {
    guard NameRule.admits(call.name) else {
      throw .invalidValue(parameter: "name", value: call.name, expected: NameRule.expected)
    }
    let manifest = try SceneManifest(call, now: clock.now)
    let support = try call.support.map { word throws(ControlError) in try ExternalSupport(asked: word) }
    let known = apps[call.name]
    // The stream may have ended already, before the call of `onGone`.
    if let known, !known.isHere { apps.loseController(of: known) }
    let isHere = known?.isHere == true
    // A replayed controller proved its token in the recorded run.
    if isHere, !isReplayed, call.token == nil || call.token != known?.token {
      throw .appNameTaken(app: call.name)
    }

    if isHere { known?.end(.failed(message: "its controller has registered again")) }
    let socketApp = known ?? apps.make(call.name)
    let token = SessionIdentifier.random()
    socketApp.attach(responder)
    let app = App(
      name: call.name, manifest: manifest, isFallback: call.fallback ?? false, isPrivate: call.private ?? false,
      support: support.map { Sourced($0) }, controllerLoss: call.controllerLoss.map(ControllerLoss.init) ?? .keep,
      owner: responder.peer.userID, delegate: socketApp)
    do throws(SceneError) {
      try system.register(app, isReplacing: isHere)
    } catch {
      socketApp.detach()
      throw ControlError(error)
    }
    if let entry = ControlRequest.registerApp(call).journalEntry { journal.note(entry) }
    apps.didRegister(socketApp)
    responder.onGone = { [apps, mailbox, weak socketApp, weak responder] in
      // The connection may end during a call to a scene, so wait for a later turn.
      mailbox.post {
        MainActor.assumeIsolated {
          guard let socketApp, let responder, socketApp.isStream(responder) else { return }
          apps.loseController(of: socketApp)
        }
      }
    }
    replies.whenKept { [weak responder] in
      // Another controller may have registered by now.
      guard let responder, socketApp.isStream(responder) else { return }
      let sessions = system.sessions(SessionFilter(app: call.name)).map(SessionInfo.init)
      socketApp.begin(
        AppMessage(kind: .registered, token: token, sessions: sessions, note: replies.trouble), token: token)
    }
    replies.waits.check()
  }

  func handle(_ call: AnswerAppCall, _ responder: ControlResponder) throws(ControlError) {
    guard let question = apps.questions[call.question] else { throw .noSuchQuestion(question: call.question) }
    guard question.app.token == call.token else { throw .wrongToken(app: question.app.name) }
    let userInfo = try call.userInfo.map { values throws(ControlError) in try UserInfo(asked: values) }
    try answer(
      call.question,
      AppAnswer(
        session: question.session.identifier, configuration: call.configuration, window: call.window), userInfo)
    replies.whenKept { responder.reply(EmptyReply()) }
  }

  /// - Parameter userInfo: the app's data for the session. The journal does not have it.
  func answer(_ number: Int, _ answer: AppAnswer, _ userInfo: UserInfo? = nil) throws(ControlError) {
    guard let question = apps.questions[number] else { throw .noSuchQuestion(question: number) }
    let manifest = system.app(question.app.name)?.manifest ?? SceneManifest()
    let configuration = try answer.configuration.map { info throws(ControlError) in
      try manifest.configuration(info, for: question.session.role, now: clock.now)
    }
    if let configuration, !configuration.isLikeInInput(question.session.configuration, in: question.session.role) {
      throw .invalidValue(
        parameter: "configuration.name", value: configuration.name,
        expected: "a configuration with the same `interactive` as \(question.session.configuration.name)")
    }
    let change = SceneChange(session: question.session.identifier, window: answer.window, userInfo: userInfo)
    try ControlError.of { () throws(SceneError) in try system.lifetimes.checkRoom(for: [change]) }
    journal.note(.appAnswered(answer.masked))
    apps.questions.answer(
      number,
      ConnectionAnswer(configuration: configuration, userInfo: userInfo, attachesWindow: answer.window))
  }

  func handle(_ call: UpdateScenesCall, _ responder: ControlResponder) throws(ControlError) {
    var changes: [SceneChange] = []
    var decides = false
    for (index, info) in call.changes.enumerated() {
      let session = try replies.find(session: info.session)
      try apps.checkToken(call.token, of: session.app, responder.access)
      let change = try SceneChange(info, path: "changes.\(index)", now: clock.now)
      changes.append(change)
      decides = decides || change.mayMoveWindow(of: session)
    }
    if decides, let entry = ControlRequest.updateScenes(call).journalEntry { journal.note(entry) }
    try replies.changeAll(call, responder, mustKeep: true) { completion throws(SceneError) in
      try system.update(changes, completion: completion)
    }
  }

  func handle(_ call: UnregisterAppCall, _ responder: ControlResponder) throws(ControlError) {
    try apps.checkToken(call.token, of: call.app, responder.access)
    try ControlError.of { () throws(SceneError) in
      try system.unregister(call.app) { [replies] outcomes in
        if call.waitsForFlip { replies.whenKept { responder.reply(replies.report(outcomes)) } }
      }
    }
    apps.end([call.app]) { _ in .failed(message: "the app was unregistered") }
    if !call.waitsForFlip { replies.whenKept { responder.reply(replies.report([])) } }
  }

  func handle(_ call: PlaceAppCall, _ responder: ControlResponder) throws(ControlError) {
    try replies.changeAll(call, responder) { completion throws(SceneError) in
      try system.applications.place(call.app, on: call.screen, byHand: call.byHand ?? true, completion: completion)
    }
  }

  func handle(_ call: RequestSceneCall, _ responder: ControlResponder) throws(ControlError) {
    let userInfo = try UserInfo(asked: call.userInfo ?? [:])
    let request = SceneRequest(
      activity: try call.activity.map { info throws(ControlError) in try UserActivity(asked: info) },
      configuration: call.configuration,
      sourceApp: try call.token.map { token throws(ControlError) in try apps.name(of: token, for: call.app) })
    var identifier = ""
    var isKept = false
    var shown: PictureReply?
    func reply(_ shown: PictureReply?) {
      let frames = shown?.presented ?? []
      let unseen = frames.isEmpty && call.waitsForFlip ? system.applications.whyUnseen(call.app) : nil
      responder.reply(
        RequestSceneReply(session: identifier, presented: frames, note: frames.isEmpty ? unseen ?? shown?.note : nil))
    }
    do throws(SceneError) {
      let session = try system.applications.requestScene(
        of: call.app, request, userInfo: userInfo, frame: call.frame.map(UnitRect.init)
      ) { outcomes in
        shown = replies.report(outcomes)
        // The outcome may come before `requestScene` returns, or before the session is kept.
        if isKept { reply(shown) }
      }
      identifier = session.identifier
    } catch {
      throw ControlError(error)
    }
    replies.whenKept {
      if let trouble = replies.trouble {
        return responder.fail(.failed(message: "the session \(identifier) is \(trouble)"))
      }
      isKept = true
      if shown != nil || !call.waitsForFlip { reply(shown) }
    }
  }

  func handle(_ call: SetFrameCall, _ responder: ControlResponder) throws(ControlError) {
    try replies.changeAll(call, responder) { completion throws(SceneError) in
      try system.applications.setFrame(call.frame.map(UnitRect.init), of: call.session, completion: completion)
    }
  }

  func handle(_ call: OwnInputCall, _ responder: ControlResponder) throws(ControlError) {
    try ControlError.of { () throws(SceneError) in try system.applications.ownInput(of: call.app) }
    responder.onGone = { [weak system] in system?.applications.releaseInput(of: call.app) }
    responder.send(OwnInputReply(app: call.app))
  }

  func handle(_ call: SendInputCall, _ responder: ControlResponder) throws(ControlError) {
    let values = try UserInfo(asked: call.values ?? [:], parameter: "values")
    try ControlError.of { () throws(SceneError) in
      try system.applications.send(InputEvent(kind: call.kind, values: values, text: call.text), to: call.session)
    }
    responder.reply(EmptyReply())
  }

  func handle(_ call: StartDisplayLinkCall, _ responder: ControlResponder) throws(ControlError) {
    let session = try replies.find(session: call.session)
    try apps.app(of: session, call.token, responder.access).startLink(to: session, maximumHertz: call.maximumHertz)
    responder.reply(EmptyReply())
  }

  func handle(_ call: StopDisplayLinkCall, _ responder: ControlResponder) throws(ControlError) {
    let session = try replies.find(session: call.session)
    try apps.app(of: session, call.token, responder.access).stopLink(to: session.identifier)
    responder.reply(EmptyReply())
  }
}

nonisolated extension ControllerLoss {
  init(_ info: ControllerLossInfo) { self = ControllerLoss(rawValue: info.rawValue) ?? .keep }
}

nonisolated extension UnitRect {
  fileprivate init(_ info: FrameInfo) { self.init(x: info.x, y: info.y, width: info.width, height: info.height) }
}

nonisolated extension FrameInfo {
  init(_ frame: UnitRect) { self.init(x: frame.x, y: frame.y, width: frame.width, height: frame.height) }
}

/// The apps whose controllers are other processes, by their names.
final class SocketApps {
  let questions = AppQuestions()
  private let replies: PictureReplies
  private let content: ContentResources
  private var apps: [String: SocketApp] = [:]

  init(_ replies: PictureReplies, _ content: ContentResources) {
    self.replies = replies
    self.content = content
  }

  private var system: SceneSystem { replies.system }

  subscript(name: String) -> SocketApp? { apps[name] }

  func make(_ name: String) -> SocketApp {
    SocketApp(name: name, resources: content, questions: questions) { [replies] in replies.whenKept($0) }
  }

  /// Adds an app that the system has registered, and removes apps that the system has removed for it.
  func didRegister(_ app: SocketApp) {
    apps[app.name] = app
    for name in apps.keys where system.app(name) == nil { apps[name] = nil }
  }

  /// Restores kept apps. Their screens show the former pictures until their controllers return.
  func restore(_ records: [AppRecord]) {
    for record in records {
      let socketApp = make(record.name)
      system.restore(
        App(
          name: record.name, manifest: record.manifest, isFallback: record.isFallback, isPrivate: record.isPrivate,
          support: record.support.map { Sourced($0) }, controllerLoss: record.controllerLoss, owner: record.owner,
          delegate: socketApp))
      if let app = system.app(record.name), app.presence != .here { apps[record.name] = socketApp }
    }
  }

  func end(_ names: [String], _ error: (String) -> ControlError) {
    for name in names { apps.removeValue(forKey: name)?.end(error(name)) }
  }

  func loseController(of app: SocketApp) {
    app.detach()
    system.loseController(of: app.name)
    replies.waits.check()
  }

  /// Checks the right to change a session. While the controller of a registered app is connected, only that controller and admins have it.
  func checkToken(_ token: String?, ofSession session: String, _ access: AccessLevel) throws(ControlError) {
    let app = try replies.find(session: session).app
    if apps[app]?.isHere == true { try checkToken(token, of: app, access) }
  }

  /// Checks the right to change the content of a screen by the same rule.
  func checkToken(
    _ token: String?, ofContentOn coordinator: ScreenCoordinator, _ access: AccessLevel
  ) throws(ControlError) {
    if let app = coordinator.appOfContent, apps[app]?.isHere == true { try checkToken(token, of: app, access) }
  }

  /// Checks the right to act for an app. The owner of its token and admins have it; for an app that is not registered, all users have it.
  func checkToken(_ token: String?, of app: String, _ access: AccessLevel) throws(ControlError) {
    guard let socketApp = apps[app], !access.contains(.admin) else { return }
    guard let token, token == socketApp.token else { throw .wrongToken(app: app) }
  }

  /// The name of the app with a token.
  ///
  /// - Parameter app: the app that the request is about, for the error.
  func name(of token: String, for app: String) throws(ControlError) -> String {
    guard let own = apps.values.first(where: { $0.token == token }) else { throw .wrongToken(app: app) }
    return own.name
  }

  /// The registered app of a session, for a caller that has the right to act for it.
  func app(
    of session: SceneSession, _ token: String?, _ access: AccessLevel
  ) throws(ControlError) -> SocketApp {
    try checkToken(token, of: session.app, access)
    guard let app = apps[session.app], app.isHere else {
      throw .failed(
        message: "The app \"\(session.app)\" is not registered by a connected controller, so no controller "
          + "receives refreshes. Register the app first.")
    }
    return app
  }
}
