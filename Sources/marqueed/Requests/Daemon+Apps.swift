import Configuration
import ControlProtocol
import ControlServer
import DisplayTypes
import EventLoop
import Presentation
import Scenes

extension Daemon {
  /// Takes an app in, or back, and keeps its stream.
  func handle(_ call: RegisterAppCall, _ responder: ControlResponder) throws(ControlError) {
    guard NameRule.admits(call.name) else {
      throw .invalidValue(parameter: "name", value: call.name, expected: NameRule.expected)
    }
    let manifest = try SceneManifest(call, now: wallTime)
    let support = try call.support.map { word throws(ControlError) in try ExternalSupport(asked: word) }
    let known = socketApps[call.name]
    // The end of its stream may be noticed already, and what follows from it not yet.
    if let known, !known.isHere { lostController(of: known) }
    let isHere = known?.isHere == true
    // Who is played again has shown its token before.
    if isHere, options.replay == nil, call.token == nil || call.token != known?.token {
      throw .appNameTaken(app: call.name)
    }

    if isHere { known?.end(.failed(message: "its controller has registered anew")) }
    let socketApp = known ?? makeSocketApp(call.name)
    let token = SessionIdentifier.make(using: &random)
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
    if let entry = ControlRequest.registerApp(call).journalEntry { note(entry) }
    socketApps[call.name] = socketApp
    // One that had to make room.
    for name in socketApps.keys where system.app(name) == nil { socketApps[name] = nil }
    responder.onGone = { [weak self, weak socketApp, weak responder] in
      // The connection may end in the middle of a call to a scene.
      self?.loop.mailbox.post {
        MainActor.assumeIsolated {
          guard let self, let socketApp, let responder, socketApp.isStream(responder) else { return }
          self.lostController(of: socketApp)
        }
      }
    }
    stateStore.whenKept { [weak self, weak responder] in
      // Another controller may have registered meanwhile.
      guard let self, let responder, socketApp.isStream(responder) else { return }
      var message = AppMessage(.registered)
      message.token = token
      message.sessions = system.sessions(SessionFilter(app: call.name)).map(SessionInfo.init)
      message.note = stateStore.trouble
      socketApp.begin(message, token: token)
    }
    checkWaits()
  }

  /// Hands an app's answer on.
  func handle(_ call: AnswerAppCall, _ responder: ControlResponder) throws(ControlError) {
    guard let question = questions[call.question] else { throw .noSuchQuestion(question: call.question) }
    guard question.app.token == call.token else { throw .wrongToken(app: question.app.name) }
    try answer(
      call.question, AppAnswer(session: question.session.identifier, call.configuration, window: call.window))
    stateStore.whenKept { responder.reply(EmptyReply()) }
  }

  /// Hands the answer to a question on.
  func answer(_ number: Int, _ answer: AppAnswer) throws(ControlError) {
    guard let question = questions[number] else { throw .noSuchQuestion(question: number) }
    let manifest = system.app(question.app.name)?.manifest ?? SceneManifest()
    let configuration = try answer.configuration.map { info throws(ControlError) in
      try manifest.configuration(info, for: question.session.role, now: wallTime)
    }
    if let window = answer.window {
      do throws(SceneError) {
        try system.update([SceneChange(session: question.session.identifier, window: window)]) { _ in }
      } catch {
        throw ControlError(error)
      }
    }
    note(.appAnswered(answer.masked))
    questions.answer(number, configuration)
  }

  /// Changes sessions, and answers with the pictures that show it.
  func handle(_ call: UpdateScenesCall, _ responder: ControlResponder) throws(ControlError) {
    var changes: [SceneChange] = []
    var decides = false
    for (index, info) in call.changes.enumerated() {
      let session = try find(session: info.session)
      try checkToken(call.token, of: session.app, responder.access)
      let change = try SceneChange(info, path: "changes.\(index)", now: wallTime)
      changes.append(change)
      decides = decides || change.mayMoveWindow(of: session)
    }
    if decides, let entry = ControlRequest.updateScenes(call).journalEntry { note(entry) }
    do throws(SceneError) {
      try system.update(changes, completion: answer(call, responder, mustKeep: true))
    } catch {
      throw ControlError(error)
    }
    stateStore.whenKept { [stateStore] in
      if let trouble = stateStore.trouble { return responder.fail(.failed(message: "the change is \(trouble)")) }
      if !call.waitsForFlip { responder.reply(PicturesReply(presented: [])) }
    }
  }

  /// Forgets a registered app.
  func handle(_ call: UnregisterAppCall, _ responder: ControlResponder) throws(ControlError) {
    try checkToken(call.token, of: call.app, responder.access)
    do throws(SceneError) {
      try system.unregister(call.app)
    } catch {
      throw ControlError(error)
    }
    socketApps.removeValue(forKey: call.app)?.end(.failed(message: "the app was unregistered"))
    stateStore.whenKept { responder.reply(EmptyReply()) }
  }

  /// Apps that were kept from an earlier life: their screens show what they showed before their controllers return.
  func restoreApps(_ records: [AppRecord]) {
    for record in records {
      let socketApp = makeSocketApp(record.name)
      system.restore(
        App(
          name: record.name, manifest: record.manifest, isFallback: record.isFallback, isPrivate: record.isPrivate,
          support: record.support.map { Sourced($0) }, controllerLoss: record.controllerLoss, owner: record.owner,
          delegate: socketApp))
      if let app = system.app(record.name), app.presence != .here { socketApps[record.name] = socketApp }
    }
  }

  /// The configuration has apps of these names now.
  func endApps(_ names: [String]) {
    for name in names { socketApps.removeValue(forKey: name)?.end(.appNameTaken(app: name)) }
  }

  private func makeSocketApp(_ name: String) -> SocketApp {
    SocketApp(
      name: name, resources: content, questions: questions,
      whenKept: { [stateStore] in stateStore.whenKept($0) })
  }

  func lostController(of app: SocketApp) {
    app.detach()
    system.loseController(of: app.name)
    checkWaits()
  }

  /// Who may change a session: while the controller of a registered app is there, nobody else.
  func checkToken(_ token: String?, ofSession session: String, _ access: AccessLevel) throws(ControlError) {
    let app = try find(session: session).app
    if socketApps[app]?.isHere == true { try checkToken(token, of: app, access) }
  }

  /// Who may change what a screen shows: likewise.
  func checkToken(
    _ token: String?, ofContentOn coordinator: ScreenCoordinator, _ access: AccessLevel
  ) throws(ControlError) {
    if let app = coordinator.appOfContent, socketApps[app]?.isHere == true { try checkToken(token, of: app, access) }
  }

  /// Who may act for an app: whoever has the token of its registration, and admins; for others than registered ones anybody.
  func checkToken(_ token: String?, of app: String, _ access: AccessLevel) throws(ControlError) {
    guard let socketApp = socketApps[app], access < .admin else { return }
    guard let token, token == socketApp.token else { throw .wrongToken(app: app) }
  }
}

nonisolated extension ControllerLoss {
  init(_ info: ControllerLossInfo) {
    switch info {
    case .keep: self = .keep
    case .fallback: self = .fallback
    case .blank: self = .blank
    }
  }
}

extension Daemon {
  /// Has a registered app told of the refreshes of the screen that shows its session.
  func startDisplayLink(_ call: StartDisplayLinkCall, _ access: AccessLevel) throws(ControlError) -> EmptyReply {
    let session = try find(session: call.session)
    try app(of: session, call.token, access).startLink(to: session, maximumHertz: call.maximumHertz)
    return EmptyReply()
  }

  /// Ends that.
  func stopDisplayLink(_ call: StopDisplayLinkCall, _ access: AccessLevel) throws(ControlError) -> EmptyReply {
    let session = try find(session: call.session)
    try app(of: session, call.token, access).stopLink(to: session.identifier)
    return EmptyReply()
  }

  /// The registered app to which a session belongs, for whoever may act for it.
  private func app(
    of session: SceneSession, _ token: String?, _ access: AccessLevel
  ) throws(ControlError) -> SocketApp {
    try checkToken(token, of: session.app, access)
    guard let app = socketApps[session.app], app.isHere else {
      throw .failed(
        message: "The app \"\(session.app)\" is not registered by anybody who is there, so that nobody hears of "
          + "refreshes. Register it first.")
    }
    return app
  }
}
