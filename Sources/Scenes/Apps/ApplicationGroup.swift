internal import Composition
internal import DisplayTypes
internal import Presentation

/// The application scenes of one app, all on one display, each with its own frame. `ApplicationPlacement` decides the display,
/// `ShownPictureDecision` the picture. The sessions belong to no display.
final class ApplicationGroup {
  let app: String
  unowned let system: SceneSystem
  /// The connected scenes, in the order of their sessions.
  private(set) var scenes: [Scene] = []
  /// The scenes whose windows were activated, the newest last. Their windows are above the others.
  private var raised: [Scene] = []
  /// The screen that shows them, or showed them last.
  private(set) weak var screenScenes: ScreenScenes?
  /// All sessions were destroyed, and no scene was requested since.
  var isDestroyed = false
  private var layoutTicket = 0
  /// Of sessions that are about to be connected, by their identifiers.
  private var inquiries: [String: ConnectionInquiry] = [:]
  /// Wait until no question is open.
  private var waiting: [() -> Void] = []

  /// The largest number of scenes of one app.
  static let capacity = 16

  init(app: String, system: SceneSystem) {
    self.app = app
    self.system = system
  }

  /// Whether a scene has a window. True until the delegates have been asked.
  var hasWindow: Bool { !isDestroyed && (scenes.isEmpty || scenes.contains { $0.window != nil }) }

  var sessions: [SceneSession] { system.store.sessions.filter { $0.app == app && $0.role == .application } }

  /// Whether a screen shows the scenes, with a signal.
  func isShown(on screenScenes: ScreenScenes) -> Bool {
    self.screenScenes === screenScenes && screenScenes.picture.shown == .applications(app: app)
      && screenScenes.coordinator.lit != nil
  }

  /// Nil if no screen shows them.
  var screenThatShowsIt: String? {
    guard let screenScenes, isShown(on: screenScenes) else { return nil }
    return screenScenes.screen?.name
  }

  /// Ignores the layout that is under way.
  func abandonLayout() { layoutTicket += 1 }

  /// Moves the scenes to the background: their display is gone, and there is no other place for them.
  func leave() {
    abandonLayout()
    withdrawQuestions()
    for scene in scenes { system.calls.leave(scene, nil) }
    screenScenes = nil
  }

  func end(_ ended: [Scene], _ reason: DisconnectReason) {
    system.calls.end(ended, reason) { scene in
      guard scenes.contains(where: { $0 === scene }) else { return false }
      scenes.removeAll { $0 === scene }
      raised.removeAll { $0 === scene }
      return true
    }
  }

  /// Applies another manifest: scenes without their configuration get the default, or end; their app is asked about them again.
  func followConfiguration() {
    let app = system.app(app)
    for scene in scenes {
      guard let app, let configuration = configuration(of: scene.session, in: app) else {
        end([scene], .foreground)
        continue
      }
      let session = scene.session
      let reason = screenScenes?.screen == nil ? nil : app.manifest.reasonToAsk(for: session)
      session.passing.answered = app.manifest.current(session.passing.answered, for: .application)
      session.answer.configuration = session.passing.answered
      session.configuration = session.passing.answered ?? configuration
      // The question about a request comes later, and has the reason.
      if let reason, session.request == nil { askAgain(app, scene, reason) }
    }
  }

  private func askAgain(_ app: App, _ scene: Scene, _ reason: AskReason) {
    if let screen = screenScenes?.screen { system.lifetimes.askAgain(app, scene, reason, on: screen) }
  }

  /// The session's own configuration, as long as the manifest has it, otherwise the default; nil without any.
  private func configuration(of session: SceneSession, in app: App) -> SceneConfiguration? {
    let all = app.manifest.configurations(for: .application)
    return all.first { $0.name == session.configuration.name } ?? all.first
  }

  /// The app has not answered about a session yet.
  var isAsking: Bool { inquiries.values.contains(where: \.isOpen) }

  /// Connects the next session without a scene, in the background; false if all are connected, or wait for an answer. If the app may have
  /// only one scene, the first session gets it. Otherwise the app is asked about all sessions at the same time.
  func connectNext(on screenScenes: ScreenScenes) -> Bool {
    guard let app = system.app(app), let screen = screenScenes.screen,
      !app.manifest.configurations(for: .application).isEmpty
    else { return false }
    self.screenScenes = screenScenes
    makeDueSession()
    let all = app.manifest.supportsMultipleScenes ? sessions : Array(sessions.prefix(1))
    for session in all + scenes.map(\.session) where session.connector != screen.name {
      session.connector = screen.name
      system.pass.markKept()
    }
    // The session is stored before the app gets it.
    if system.pass.mustKeep { return true }
    askAboutConnected(app, on: screen)
    // A question may end another session.
    let due = all.first { session in
      session.scene == nil && sessions.contains { $0 === session } && !awaitsAnswer(session, of: app, on: screen)
    }
    guard let session = due else { return system.pass.mustKeep }
    if session.answer.update(session.passing.answered) { system.pass.markKept() }
    if system.pass.mustKeep { return true }
    let delegate = system.pass.call { app.delegate.makeSceneDelegate(for: session) }
    // The app may have destroyed the session, or registered again, in that call.
    guard sessions.contains(where: { $0 === session }), session.scene == nil,
      let inquiry = inquiries.removeValue(forKey: session.identifier)
    else { return true }
    let scene = Scene(session: session, screen: screen, delegate: delegate)
    let later = sessions.drop { $0 !== session }
    scenes.insert(scene, at: scenes.firstIndex { scene in later.contains { $0 === scene.session } } ?? scenes.count)
    // A new window is above activated ones.
    if !raised.isEmpty { raised.append(scene) }
    session.scene = scene
    let options = inquiry.options(for: session, on: screen)
    inquiry.withdraw()
    system.calls.connect(scene, options, to: self)
    return true
  }

  /// Asks an app about connected scenes: if it was away when the scene of a request connected, and if no display was there when a newer
  /// manifest came.
  private func askAboutConnected(_ app: App, on screen: Screen) {
    guard app.receivesCalls else { return }
    for scene in scenes {
      if scene.session.request != nil {
        if !awaitsAnswer(scene.session, of: app, on: screen) { endRequest(of: scene) }
      } else if app.manifest.reasonToAsk(for: scene.session) == .manifestIsNewer {
        askAgain(app, scene, .manifestIsNewer)
      }
    }
  }

  /// Ends the request of a connected scene, and applies the app's answer to it.
  private func endRequest(of scene: Scene) {
    let session = scene.session
    session.request = nil
    _ = session.answer.update(session.passing.answered)
    system.pass.markKept()
    inquiries.removeValue(forKey: session.identifier)?.withdraw()
    system.pass.notify { scene.delegate.sessionDidChange(of: scene) }
    mark(.configuration, of: scene)
  }

  private func awaitsAnswer(_ session: SceneSession, of app: App, on screen: Screen) -> Bool {
    let due = DueConnection(app, session, on: screen)
    if let configuration = session.passing.answered ?? configuration(of: session, in: app) {
      session.configuration = configuration
    }
    session.passing.lastUse = system.pass.numbers.next()
    let inquiry =
      inquiries[session.identifier] ?? ConnectionInquiry(system) { [weak self] in self?.connectAnswered() }
    inquiries[session.identifier] = inquiry
    return inquiry.awaitsAnswer(due)
  }

  /// Connects new sessions beside those that are connected, also if no screen shows them. The body follows once their app has answered.
  func connectMore(then body: @escaping () -> Void) {
    guard screenScenes != nil, !scenes.isEmpty else { return body() }
    waiting.append(body)
    connectAnswered()
  }

  private func connectAnswered() {
    system.pass.follow { [self] in
      guard let screenScenes else { return endWait() }
      if connectNext(on: screenScenes) { return connectAnswered() }
      screenScenes.mark(.decision)
      if !isAsking { endWait() }
    }
  }

  private func endWait() {
    let bodies = waiting
    waiting = []
    for body in bodies { body() }
  }

  /// Ends the question about a session, or all of them: no screen shows them, or the app is another one.
  func withdrawQuestions(about session: SceneSession? = nil) {
    let ended = session.map { [$0.identifier] } ?? inquiries.keys.sorted()
    for identifier in ended { inquiries.removeValue(forKey: identifier)?.withdraw() }
    if !isAsking { endWait() }
  }

  func makeDueSession() {
    guard sessions.isEmpty, let app = system.app(app),
      let standard = app.manifest.configurations(for: .application).first
    else { return }
    system.lifetimes.makeRoomForSession()
    _ = makeSession(standard, of: app)
  }

  /// Makes a session that belongs to no display.
  func makeSession(_ configuration: SceneConfiguration, of app: App) -> SceneSession {
    system.pass.markKept()
    let session = system.store.make(
      app: app.name, role: .application, configuration: configuration, identity: .unknown,
      connector: screenScenes?.screen?.name ?? "")
    session.answer.manifestVersion = app.manifest.version
    return session
  }
}

extension ApplicationGroup: SceneOwner {
  var pass: SettlePass { system.pass }

  func mark(_ change: SceneMark, of scene: Scene) {
    switch change {
    case .configuration: screenScenes?.mark(.decision)
    case .window:
      system.layouts.endRefreshes(of: scene, false)
      screenScenes?.mark(.decision)
    case .tree: if let screenScenes, isShown(on: screenScenes) { screenScenes.mark(.picture) }
    case .layout: if let screenScenes, isShown(on: screenScenes) { screenScenes.mark(.layout) }
    case .darkness, .contentTime: break
    case .report(let message): system.post(.contentDidFail(system.calls.label(of: scene.session), message: message))
    }
  }
}

extension ApplicationGroup {
  /// Lays out scenes with an outdated layout, and shows all windows when the last layout is there.
  func layOut() {
    guard let screenScenes, isShown(on: screenScenes), let geometry = screenScenes.screen?.geometry else { return }
    layoutTicket += 1
    let ticket = layoutTicket
    for (scene, _, wanted) in placed(in: geometry)
    where !scene.layout.isCurrent(wanted) || system.layouts.isAwaited(scene) {
      system.presenter.willLayOut(screenScenes.coordinator.id)
      system.layouts.prepareFrame(of: scene, for: wanted) { [weak self] scene, result in
        guard let self, layoutTicket == ticket, let screenScenes = self.screenScenes, isShown(on: screenScenes) else {
          return
        }
        switch result {
        case .success(let tree): screenScenes.laidOut(scene, tree, wanted)
        case .failure(let failure):
          screenScenes.contentFailed(failure, of: scene)
          screenScenes.mark(.picture)
        }
      }
    }
    screenScenes.mark(.picture)
  }

  /// The window's frame in shares of the display; nil if it is not shown.
  func shownFrame(of session: SceneSession) -> UnitRect? {
    guard let screenScenes, isShown(on: screenScenes), let geometry = screenScenes.screen?.geometry,
      let frame = placed(in: geometry).first(where: { $0.scene.session === session })?.frame
    else { return nil }
    let size = geometry.size
    guard size.width > 0, size.height > 0 else { return nil }
    return UnitRect(
      x: frame.x / size.width, y: frame.y / size.height, width: frame.width / size.width,
      height: frame.height / size.height)
  }

  /// Moves the window of a session above the other windows of its app, as long as its scene is connected.
  func raise(_ session: SceneSession) {
    guard let scene = scenes.first(where: { $0.session === session }), stacked(scenes).last !== scene else { return }
    raised.removeAll { $0 === scene }
    raised.append(scene)
    if let screenScenes, isShown(on: screenScenes) { screenScenes.mark(.picture) }
  }

  /// The place of a shown window among the windows of its app; 0 is the lowest.
  func order(of session: SceneSession) -> Int? {
    guard shownFrame(of: session) != nil else { return nil }
    return stacked(scenes.filter { $0.window != nil }).firstIndex { $0.session === session }
  }

  /// The scenes from the lowest window to the topmost one.
  private func stacked(_ scenes: [Scene]) -> [Scene] {
    scenes.filter { scene in !raised.contains { $0 === scene } }
      + raised.filter { scene in scenes.contains { $0 === scene } }
  }

  /// The scenes with a window from the lowest to the topmost one, their frames and the sources of their layouts.
  private func placed(in geometry: OutputGeometry) -> [(scene: Scene, frame: PointRect, wanted: LaidOutContent)] {
    let visible = scenes.filter { $0.window != nil }
    let frames = WindowFrames(of: visible.map(\.session.frame), in: geometry).frames
    let placed = zip(visible, frames).map { scene, frame in
      let wanted = LaidOutContent(content: scene.session.content, geometry: frame.geometry)
      return (scene: scene, frame: frame.rect, wanted: wanted)
    }
    return stacked(visible).compactMap { scene in placed.first { $0.scene === scene } }
  }

  /// Takes the windows off a screen that showed them before, and that still waits for its next picture.
  private func releaseOtherScreens(than screenScenes: ScreenScenes) {
    for coordinator in system.coordinators where coordinator !== screenScenes.coordinator {
      guard coordinator.screenScenes.presentation.shownApplications == app,
        !coordinator.screenScenes.picture.cover.isFrozen
      else {
        continue
      }
      system.presenter.beginTogether()
      coordinator.screenScenes.presentation.present(isInterim: true)
    }
  }

  func present() {
    guard let screenScenes, isShown(on: screenScenes), let geometry = screenScenes.screen?.geometry else { return }
    // The former picture stays until their app has answered.
    if scenes.isEmpty, isAsking, !screenScenes.picture.hidesScene { return }
    var windows: [(tree: LayerTree, frame: PointRect)] = []
    for (scene, frame, wanted) in placed(in: geometry) {
      // A scene with a failed layout keeps its former tree, and does not delay the others.
      guard scene.layout.laidOut == wanted || scene.layout.trouble.hasFailed else {
        // Black does not wait for a layout.
        return screenScenes.picture.hidesScene ? screenScenes.presentation.present() : ()
      }
      guard let window = scene.window, scene.layout.laidOut?.geometry == wanted.geometry else { continue }
      let size = PointSize(width: frame.width, height: frame.height)
      windows.append((system.isPrivate(scene.session) ? window.tree.madePrivate(size: size) : window.tree, frame))
    }
    releaseOtherScreens(than: screenScenes)
    screenScenes.presentation.present(
      .composed(windows, size: geometry.size, background: system.model.policy.idleColor))
  }
}
