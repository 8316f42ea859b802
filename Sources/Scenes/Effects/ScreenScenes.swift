internal import Composition
internal import DisplayTypes
internal import Presentation

/// A scene that is about to be connected.
struct UpcomingScene {
  let session: SceneSession
  /// Nil until its app has made the delegate.
  var scene: Scene?
  /// The content before the newest, which was set without a delegate.
  var former: FormerContent?
}

/// The scenes on one connector: connected, in front, and about to be connected.
final class ScreenScenes {
  unowned let system: SceneSystem
  unowned let coordinator: ScreenCoordinator
  var scenes: [Scene] = []
  var current: Scene?
  /// A scene that is laid out ahead; it connects when the mode is in force.
  var upcoming: UpcomingScene?
  /// Apps whose session was destroyed here. They are skipped until the display reconnects, or their session is requested.
  var destroyed: Set<String> = []
  private(set) lazy var presentation = ScreenPresentation(self)
  private(set) lazy var content = ShownContent(self)
  private(set) lazy var inquiry = ConnectionInquiry(system) { [unowned self] in coordinator.reconsider() }
  /// The number of the newest layout; replies to older layouts are ignored.
  var layoutTicket = 0
  var contentRetryTimer: (any DisplayTimer)?

  init(coordinator: ScreenCoordinator, system: SceneSystem) {
    self.coordinator = coordinator
    self.system = system
    contentRetryTimer = system.makeTimer { [weak self] in
      // A modeset lays the content out in any case.
      if let self, self.coordinator.attempt == nil { mark(.layout) }
    }
  }

  var screen: Screen? { coordinator.screen }
  var picture: ScreenPicture { coordinator.decision.picture }
  var pass: SettlePass { system.pass }

  func mark(_ marks: ScreenMarks) { pass.mark(coordinator, marks) }

  /// The scene on the screen, even if the screen is blank or frozen.
  var shownScene: Scene? {
    guard let current, current.state != .background, coordinator.lit != nil else { return nil }
    return current
  }

  var shownGroup: ApplicationGroup? {
    guard case .applications(let app) = picture.shown else { return nil }
    return system.applications.group(of: app)
  }

  var shownScenes: [Scene] {
    if let shownGroup, shownGroup.isShown(on: self) { return shownGroup.scenes.filter { $0.window != nil } }
    return shownScene.map { [$0] } ?? []
  }

  /// Whether the app attaches a window; true until its scene was connected.
  func attachesWindow(_ app: String) -> Bool {
    scenes.first { $0.session.app == app }.map { $0.window != nil } ?? true
  }

  /// The scene that is due: connected, or about to be; nil until its app has made the delegate.
  var dueScene: Scene? {
    guard screen != nil, case .scene(let name, let role) = picture.shown else { return nil }
    let upcoming = upcoming?.scene.map { [$0] } ?? []
    return (scenes + upcoming).first { $0.session.app == name && $0.session.role == role }
  }

  /// The session of the scene that is due, found or made; without a scene it is `upcoming` from then on.
  func claimDueSession() -> SceneSession? {
    guard screen != nil, case .scene(let name, let role) = picture.shown,
      let app = system.app(name), coordinator.facts.configuration(of: app) != nil
    else {
      upcoming = nil
      return nil
    }
    if let scene = scenes.first(where: { $0.session.app == name && $0.session.role == role }) {
      upcoming = nil
      return scene.session
    }
    guard let session = claimSession(of: app, role) else { return nil }
    if upcoming?.session !== session { upcoming = UpcomingScene(session: session) }
    return session
  }

  /// Has the app make the delegate of the scene that is due, and marks the step again; false without a change. The app may change anything
  /// in this call, so the pass returns to the step.
  func makeDueScene(before step: ScreenMarks) -> Bool {
    guard let session = claimDueSession(), scene(of: session) == nil, let screen, let app = system.app(session.app)
    else { return false }
    let delegate = pass.call { app.delegate.makeSceneDelegate(for: session) }
    if upcoming?.session === session {
      let scene = Scene(session: session, screen: screen, delegate: delegate)
      scene.former = upcoming?.former
      upcoming = UpcomingScene(session: session, scene: scene)
    } else if !pass.isUndecided(coordinator) {
      return false
    }
    mark(step)
    return true
  }

  /// The scene of a session, connected or about to be.
  func scene(of session: SceneSession) -> Scene? {
    session.scene ?? (upcoming?.session === session ? upcoming?.scene : nil)
  }

  /// Makes missing sessions of scenes that are due, so that they are stored before their apps get them.
  func makeDueSessions() {
    switch picture.shown {
    case .scene(let name, let role):
      guard let app = system.app(name), !scenes.contains(where: { $0.session.app == name && $0.session.role == role })
      else { return }
      let session = foundSession(of: app, role) ?? makeSession(of: app, role)
      guard let session, let screen, session.connector != screen.name else { return }
      session.connector = screen.name
      pass.markKept()
    case .applications: shownGroup?.makeDueSession()
    case .dark, .untouched, .masked, .black, .mirror, .idle: break
    }
  }

  private func makeSession(of app: App, _ role: SceneRole) -> SceneSession? {
    guard let screen, let configuration = coordinator.facts.configuration(of: app) else { return nil }
    system.lifetimes.makeRoomForSession()
    pass.markKept()
    let session = system.store.make(
      app: app.name, role: role, configuration: configuration, identity: coordinator.identity, connector: screen.name)
    session.answer.manifestVersion = app.manifest.version
    return session
  }

  /// Finds or makes the session of an app; nil if the app leaves the screen alone.
  func claimSession(of app: App, _ role: SceneRole) -> SceneSession? {
    guard let screen, let configuration = coordinator.facts.configuration(of: app),
      let session = foundSession(of: app, role) ?? makeSession(of: app, role)
    else { return nil }
    let isOther =
      session.connector != screen.name || session.configuration.name != (session.passing.answered ?? configuration).name
    if isOther { pass.markKept() }
    session.passing.lastUse = system.pass.numbers.next()
    session.configuration = session.passing.answered ?? configuration
    session.connector = screen.name
    session.passing.onUntil = coordinator.choices.onUntil
    return session
  }

  /// The session of an app on this screen; nil if it has none yet.
  func foundSession(of app: App, _ role: SceneRole) -> SceneSession? {
    guard let screen else { return nil }
    return system.store.find(
      app: app.name, role: role, identity: coordinator.identity, connector: screen.name,
      taken: coordinator.facts.takenBySessions)
  }

  /// Takes one step: connects the scene that is due, brings it to the foreground, or sends another scene to the background. A delegate may
  /// change anything, so the pass returns after each call. Without a mode all scenes go to the background.
  func bringScenes() {
    guard let screen else { return }
    guard let geometry = screen.geometry, let mode = screen.currentMode, coordinator.lit != nil else {
      _ = goDark()
      return
    }
    // Another scene may be due by now, and its app may not have replied.
    if inquiry.awaitsAnswer(on: self) || pass.isUndecided(coordinator) || makeDueScene(before: .scenes) { return }
    let due = dueScene
    let group = shownGroup
    if let due, !due.isConnected {
      // A delegate that attaches no window leaves the screen to the next.
      if connect(due), due.window == nil { return mark(.decision) }
      return mark(.scenes)
    }
    if group?.connectNext(on: self) == true { return mark(.scenes) }
    // The picture stays until the first of its scenes connects.
    if let group, group.isAsking, group.scenes.isEmpty { return }
    if moveNextToBackground(besides: due, group) { return mark(.scenes) }
    current = due
    let traits = SceneTraits(screen: screen.name, mode: mode, geometry: geometry)
    let shown = group?.scenes ?? [due].compactMap(\.self)
    if let group, !group.hasWindow { return mark(.decision) }
    for scene in shown where update(scene, traits) { return mark(.scenes) }
    if rise(shown) { return mark(.scenes) }
    system.reclaimBackgroundScenes()
    updateRefreshes()
    mark(.layout)
  }

  /// Reports a change of the cover to the scenes in front.
  func coverDidChange() {
    guard coordinator.lit != nil else { return }
    if rise(shownGroup?.scenes ?? [current].compactMap(\.self)) { mark(.cover) }
  }

  /// Sends the scenes to the background, because there is no signal; true while a scene is left to send.
  func goDark() -> Bool {
    upcoming = nil
    inquiry.withdraw()
    contentRetryTimer?.disarm()
    if moveNextToBackground(besides: nil, nil) {
      mark(.scenes)
      return true
    }
    current = nil
    system.reclaimBackgroundScenes()
    return false
  }

  /// Sends one other scene to the background; false if all are there.
  private func moveNextToBackground(besides due: Scene?, _ group: ApplicationGroup?) -> Bool {
    let groups = system.applications.groups(on: self).filter { $0 !== group }
    for other in groups {
      other.abandonLayout()
      if other.scenes.isEmpty { other.withdrawQuestions() }
    }
    let others = scenes.filter { $0 !== due } + groups.flatMap(\.scenes)
    guard let scene = others.first(where: { $0.lifecycle.phase ?? .background > .background }) else { return false }
    // If its layout failed, the scene is laid out again when it returns.
    if current === scene { contentRetryTimer?.disarm() }
    system.calls.lead(scene, to: .background)
    return true
  }

  /// Moves the first scene in front to its phase; false if all scenes are in theirs.
  private func rise(_ shown: [Scene]) -> Bool {
    for scene in shown {
      let phase = SceneLifecycle.phase(
        under: .init(
          isChosen: scene.window != nil, isLit: coordinator.lit != nil, cover: picture.cover,
          isStandIn: coordinator.isStandIn))
      guard scene.lifecycle.phase != phase else { continue }
      system.calls.lead(scene, to: phase)
      return true
    }
    return false
  }
}

extension ScreenScenes: SceneOwner {
  func mark(_ change: SceneMark, of scene: Scene) {
    switch change {
    case .window:
      system.layouts.endRefreshes(of: scene, false)
      mark(.decision)
    case .configuration, .darkness: mark(.decision)
    case .tree: if scene === shownScene { mark(.picture) }
    case .layout: if scene === shownScene, coordinator.attempt == nil { mark(.layout) }
    case .contentTime: content.contentTimeOver(of: scene)
    case .report(let message): system.post(.contentDidFail(system.calls.label(of: scene.session), message: message))
    }
  }
}

extension ScreenScenes {
  /// Connects a scene; false if its session has to be stored first.
  func connect(_ scene: Scene) -> Bool {
    let session = scene.session
    if session.answer.update(session.passing.answered) { pass.markKept() }
    // The session is stored before the app gets it.
    guard !pass.mustKeep, let screen else { return false }
    upcoming = nil
    scenes.append(scene)
    session.scene = scene
    let options = inquiry.options(for: session, on: screen)
    inquiry.withdraw()
    system.calls.connect(scene, options, to: self)
    return true
  }

  /// Reports the screen's traits to a scene; false if nothing has changed.
  func update(_ scene: Scene, _ traits: SceneTraits) -> Bool {
    let previous = scene.traits
    scene.traits = traits
    scene.screen = screen
    let owesMode = scene.power.takeOwedMode()
    guard let previous = previous ?? (owesMode ? traits : nil), owesMode || previous != traits else { return false }
    scene.timing.owesFirstFrameEvent = true
    pass.call(
      { scene.delegate.sceneDidUpdate(scene, previous: previous) },
      then: .sceneDidUpdate(system.calls.label(of: scene.session)))
    return true
  }

  /// Ends scenes; their sessions stay.
  func end(_ ended: [Scene], _ reason: DisconnectReason) {
    system.calls.end(ended, reason) { scene in
      guard scenes.contains(where: { $0 === scene }) else { return false }
      scenes.removeAll { $0 === scene }
      if current === scene {
        current = nil
        contentRetryTimer?.disarm()
      }
      return true
    }
  }

  /// Ends the scene of a session, or the wait for its connection; false if there is neither.
  func destroy(_ session: SceneSession) -> Bool {
    if let scene = scenes.first(where: { $0.session === session }) {
      end([scene], .destroyed)
    } else if upcoming?.session === session {
      upcoming = nil
    } else {
      return false
    }
    destroyed.insert(session.app)
    return true
  }

  /// Ends all scenes; false if there is none.
  @discardableResult
  func leave(_ reason: DisconnectReason) -> Bool {
    upcoming = nil
    inquiry.withdraw()
    let groups = system.applications.groups(on: self)
    let isEmpty = scenes.isEmpty && groups.isEmpty
    end(scenes, reason)
    for group in groups { group.leave() }
    return !isEmpty
  }

  /// Ends all scenes except those of alarms, because support is off; true while a scene is left to end.
  func release() -> Bool {
    let alarms = Set(system.apps.filter(\.isAlarm).map(\.name))
    let ended = scenes.filter { !alarms.contains($0.session.app) }
    let groups = system.applications.groups(on: self)
    end(ended, .support)
    for group in groups { group.leave() }
    return !ended.isEmpty || !groups.isEmpty || goDark()
  }

  /// Handles an app that has registered, returned or gone.
  func appDidChange(_ name: String) {
    if upcoming?.session.app == name { upcoming = nil }
    if inquiry.hasAsked(name) { inquiry.withdraw() }
    followConfiguration()
  }

  /// Applies manifests to connected scenes. While the display is away, a scene ends only if its app is gone.
  func followConfiguration() {
    for scene in scenes {
      let app = system.app(scene.session.app)
      if app != nil, screen == nil { continue }
      if scene.session.role == coordinator.role, let configuration = app.flatMap(coordinator.facts.configuration) {
        let reason = app?.manifest.reasonToAsk(for: scene.session)
        // The app's choice stays while the manifest has it, or if it was made for this connection.
        scene.session.passing.answered = app?.manifest.current(scene.session.passing.answered, for: coordinator.role)
        scene.session.answer.configuration = scene.session.passing.answered
        scene.session.configuration = scene.session.passing.answered ?? configuration
        if let app, let reason, let screen { system.lifetimes.askAgain(app, scene, reason, on: screen) }
      } else {
        end([scene], .foreground)
      }
    }
  }
}

/// Scenes that keep their screen dark before it is lit.
extension ScreenScenes {
  /// All scenes except the scene that keeps the screen dark.
  var scenesToReclaim: [Scene] {
    let dark = content.darkScene
    return scenes.filter { $0 !== dark }
  }

  /// Connects the scene that is due in the background if its schedule has switched the power off. No mode is set then.
  func connectInTheDark() -> Bool {
    if makeDueScene(before: .mode) { return true }
    guard let scene = dueScene, !scene.isConnected, let geometry = coordinator.modeSetting.dueGeometry else {
      return false
    }
    let session = scene.session
    let isRecorded = session.passing.isRecordedDark || system.lifetimes.recordedDarkness?(session.identifier) == true
    if !isRecorded {
      let wantsDark = pass.call { scene.delegate.wantsDark(session) }
      // Another decision marks this step again.
      if pass.isUndecided(coordinator) { return true }
      // The delegate may have ended the session.
      guard wantsDark, upcoming?.scene === scene else { return false }
    }
    guard connect(scene) else {
      mark(.mode)
      return true
    }
    scene.power.owesMode = true
    if isRecorded { session.passing.isRecordedDark = true } else { layOutInTheDark(scene, for: geometry) }
    mark(.decision)
    return true
  }

  /// Lays a hidden scene out to find the state of its schedule; if the layout fails, the screen does not stay dark for it.
  private func layOutInTheDark(_ scene: Scene, for geometry: OutputGeometry) {
    _ = scene.changeDarkness(to: true)
    abandonLayout()
    let wanted = scene.wanted(in: geometry)
    let ticket = layoutTicket
    scene.layout.prepared = PreparedFrame(wanted: wanted, ticket: ticket)
    scene.layout.ticketInTheDark = ticket
    system.layouts.prepareFrame(of: scene, for: wanted) { [pass] scene, result in
      guard scene.layout.prepared?.ticket == ticket, scene.layout.prepared?.tree == nil else { return }
      guard case .success(let tree) = result else { return scene.layout.prepared = nil }
      scene.layout.ticketInTheDark = nil
      scene.layout.prepared = nil
      scene.take(tree, for: wanted, in: pass)
    }
  }
}
