internal import Composition
internal import DisplayTypes
internal import Presentation

/// The scenes on one connector: which are connected, which of them is in front, and what is handed to the display thread.
///
/// What is due is `ShownPictureDecision`'s word, and in which mode the coordinator's. Here the scenes are brought there, each by the
/// calls that `SceneLifecycle` names, and laid out.
final class ScreenScenes {
  unowned let system: SceneSystem
  /// Who leads the connector, and knows whether it is lit.
  unowned let coordinator: ScreenCoordinator
  /// The connected scenes.
  var scenes: [Scene] = []
  /// The one in front; nil where none is.
  var current: Scene?
  /// One that is laid out ahead of its time, and connects once the mode is in force.
  var upcoming: Scene?
  /// Apps whose session was destroyed while it was connected here: passed over until the display reconnects, or they are asked for.
  var destroyed: Set<String> = []
  /// Those who wait for the next picture.
  var completions: [(PictureOutcome) -> Void] = []
  /// What was handed to the display thread last, and the points it was laid out for; nil while the screen is dark.
  var shownTree: (tree: LayerTree, size: PointSize)?
  /// The session whose picture that was; nil for the idle frame.
  var shownSession: String?
  /// The screen whose frames the display thread counts here; nil while it counts its own.
  var followed: FollowedScreen?
  /// The last frame that somebody asked for, in the mode in force.
  var lastPresented: FlipRecord?
  /// The mode with which a picture was dropped since one was shown.
  var droppedToken: CommitToken?
  /// Names the layout that is waited for; one that was overtaken is not shown.
  var layoutTicket = 0
  /// What is being tried before it is set, in the order in which it was asked for.
  var trials: [ContentTrial] = []
  var contentRetryTimer: (any DisplayTimer)?
  /// Whether the app whose scene is due was asked for its configuration.
  var question = ConnectionQuestion()
  /// Who was asked about which session; nil once that is connected.
  var asked: (app: App, session: SceneSession)?
  var questionTimer: (any DisplayTimer)?
  /// Calls of delegates are under way; what they change is looked at after them.
  private var isMoving = false
  private var isStale = false
  /// How often delegates have changed what is due since the stage last came to rest.
  private var rounds = 0

  init(coordinator: ScreenCoordinator, system: SceneSystem) {
    self.coordinator = coordinator
    self.system = system
    contentRetryTimer = system.clock.makeTimer { [weak self] in self?.layOutAgain() }
    questionTimer = system.clock.makeTimer { [weak self] in self?.questionTimeOver() }
  }

  var screen: Screen? { coordinator.screen }
  var picture: ScreenPicture { coordinator.decision.picture }

  /// The scene whose picture is on the screen, blank or frozen ones included; nil where the idle frame is, or nothing.
  var shownScene: Scene? {
    guard let current, current.state != .background, coordinator.lit != nil else { return nil }
    return current
  }

  /// The application scenes that are due here.
  var shownGroup: ApplicationGroup? {
    guard case .applications(let app) = picture.shown else { return nil }
    return system.group(of: app)
  }

  /// The scenes whose picture is on the screen.
  var shownScenes: [Scene] {
    if let shownGroup, shownGroup.isShown(on: self) { return shownGroup.scenes.filter { $0.window != nil } }
    return shownScene.map { [$0] } ?? []
  }

  /// Whether an app's scene has a window here; taken to be so until it was asked.
  func attachesWindow(_ app: String) -> Bool {
    scenes.first { $0.session.app == app }.map { $0.window != nil } ?? true
  }

  /// The scene that is due: one that is connected, or is about to.
  func claimDueScene() -> Scene? {
    guard let screen, case .scene(let name, let role) = picture.shown,
      let app = system.app(name), coordinator.configuration(of: app) != nil
    else {
      upcoming = nil
      return nil
    }
    if let scene = scenes.first(where: { $0.session.app == name && $0.session.role == role }) {
      upcoming = nil
      return scene
    }
    if let upcoming, upcoming.session.app == name, upcoming.session.role == role { return upcoming }
    guard let session = claimSession(of: app, role) else { return nil }
    let scene = Scene(session: session, screen: screen, delegate: app.delegate.makeSceneDelegate(for: session))
    upcoming = scene
    return scene
  }

  /// The session of an app here, found or made; nil where the app leaves the screen alone.
  ///
  /// This is the only place where one is made.
  func claimSession(of app: App, _ role: SceneRole) -> SceneSession? {
    guard let screen, let configuration = coordinator.configuration(of: app) else { return nil }
    let found = foundSession(of: app, role)
    if found == nil { system.makeRoomForSession() }
    let session =
      found
      ?? system.store.make(
        app: app.name, role: role, configuration: configuration, identity: coordinator.identity, connector: screen.name)
    session.lastUse = system.nextSessionUse()
    session.configuration = session.answered ?? configuration
    session.connector = screen.name
    session.onUntil = coordinator.choices.onUntil
    return session
  }

  /// The session of an app here; nil where it has none yet.
  func foundSession(of app: App, _ role: SceneRole) -> SceneSession? {
    guard let screen else { return nil }
    return system.store.find(
      app: app.name, role: role, identity: coordinator.identity, connector: screen.name,
      taken: coordinator.takenBySessions)
  }

  /// A mode is in force: brings the scene that is due in front, the others to the background, and shows it.
  func apply() {
    guard let screen, let geometry = screen.geometry, let mode = screen.currentMode, coordinator.lit != nil else {
      return
    }
    // What is due may be another scene than when the mode was chosen, whose app is still thinking.
    if awaitsAnswer() { return }
    let isAtRest = moving {
      let due = claimDueScene()
      if let due, !due.isConnected {
        connect(due)
        // Its delegate left the screen to the next.
        if due.window == nil { return reconsiderLater() }
      }
      for scene in scenes where scene !== due { move(scene, to: .background) }
      current = due
      let traits = SceneTraits(screen: screen.name, mode: mode, geometry: geometry)
      let group = shownGroup
      for other in system.groups(on: self) where other !== group { other.wait() }
      group?.enter(self, traits)
      guard let due else { return }
      update(due, traits)
      move(due, to: phase(of: due))
    }
    guard isAtRest else { return }
    system.reclaimBackgroundScenes()
    updateRefreshes()
    showDue()
  }

  /// Shows what is in front.
  func showDue() {
    if current != nil { return show() }
    if let shownGroup { shownGroup.show() } else { present() }
  }

  /// The user has laid something over the picture, or taken it away: the scene in front is told.
  func coverDidChange() {
    guard coordinator.lit != nil else { return }
    moving {
      if let current { move(current, to: phase(of: current)) }
      shownGroup?.coverDidChange()
    }
  }

  /// There is no signal: all scenes wait in the background.
  func goDark() {
    upcoming = nil
    withdrawQuestion()
    current = nil
    contentRetryTimer?.disarm()
    moving {
      for scene in scenes { move(scene, to: .background) }
      for group in system.groups(on: self) { group.wait() }
    }
    system.reclaimBackgroundScenes()
  }

  private func phase(of scene: Scene) -> SceneLifecycle.Phase {
    SceneLifecycle.phase(
      under: .init(
        isChosen: scene === current, isLit: coordinator.lit != nil, cover: picture.cover,
        isStandIn: coordinator.isStandIn))
  }

  /// Something has changed that the decision depends on; looked at at once, or after the calls that are under way.
  func reconsiderLater() {
    if isMoving { isStale = true } else { coordinator.reconsider(completion: nil) }
  }

  /// Makes calls of delegates, and looks anew at what is due where they changed that; false where it did.
  @discardableResult
  func moving(_ body: () -> Void) -> Bool {
    guard !isMoving else {
      isStale = true
      return false
    }
    isMoving = true
    body()
    isMoving = false
    guard isStale else {
      rounds = 0
      return true
    }
    isStale = false
    rounds += 1
    guard rounds <= system.apps.count + ScreenScenes.patience else {
      rounds = 0
      system.post(
        .trouble(
          screen: screen?.name,
          message: "scenes attach and take off windows without end; what is there now is shown"))
      return true
    }
    coordinator.reconsider(completion: nil)
    return false
  }

  /// So many rounds beyond one for each app settle every honest change.
  private static let patience = 4
}

extension ScreenScenes {
  /// Connects a scene that was made for the screen: its delegate attaches a window, or none.
  func connect(_ scene: Scene) {
    upcoming = nil
    scenes.append(scene)
    scene.session.scene = scene
    scene.session.lastAnswer = scene.session.answered
    withdrawQuestion()
    // On the disk before anybody hears of its session.
    system.persist()
    if let call = scene.lifecycle.connect() { system.perform(call, on: scene) }
    scene.backgroundOrder = system.nextBackgroundOrder()
    listen(to: scene)
  }

  /// Hears from now on what changes in a scene.
  func listen(to scene: Scene) {
    scene.windowDidChange = { [weak self] in self?.reconsiderLater() }
    scene.treeDidChange = { [weak self, weak scene] in
      if let scene { self?.treeDidChange(of: scene) }
    }
    scene.needsLayout = { [weak self, weak scene] in
      guard let self, let scene, scene === shownScene, coordinator.attempt == nil else { return }
      show()
    }
    scene.darknessDidChange = { [weak self] in self?.reconsiderLater() }
    scene.contentTimeOver = { [weak self, weak scene] in
      if let scene { self?.contentTimeOver(of: scene) }
    }
  }

  /// Leads a scene to a phase, through all between.
  func move(_ scene: Scene, to phase: SceneLifecycle.Phase) {
    guard scene.lifecycle.phase != phase else { return }
    if scene.lifecycle.phase == .background { scene.owesFirstFrameEvent = true }
    // A delegate may end its scene in one of these calls.
    while let call = scene.lifecycle.step(to: phase) { system.perform(call, on: scene) }
    guard phase == .background else { return }
    scene.refreshes = nil
    scene.backgroundOrder = system.nextBackgroundOrder()
    scene.owesFirstFrameEvent = false
    scene.prepared = nil
    if !scene.refreshers.isEmpty { system.layOutInBackground(scene) }
    // Content that failed is laid out anew when it returns.
    if current === scene { contentRetryTimer?.disarm() }
  }

  /// Tells a scene of the screen as it is now, where that is another than it was told.
  func update(_ scene: Scene, _ traits: SceneTraits) {
    let previous = scene.traits
    scene.traits = traits
    scene.screen = screen
    let owesMode = scene.owesMode
    scene.owesMode = false
    guard let previous = previous ?? (owesMode ? traits : nil), owesMode || previous != traits else { return }
    scene.owesFirstFrameEvent = true
    scene.delegate.sceneDidUpdate(scene, previous: previous)
    system.post(.sceneDidUpdate(system.label(of: scene.session)))
  }

  /// Ends scenes of this screen; their sessions stay.
  func end(_ ended: [Scene], _ reason: DisconnectReason) {
    system.end(ended, reason) { scene in
      guard scenes.contains(where: { $0 === scene }) else { return false }
      scenes.removeAll { $0 === scene }
      if current === scene {
        current = nil
        contentRetryTimer?.disarm()
      }
      return true
    }
  }

  /// Ends the scene of a session for good, or the wait for its connection; false where there is neither.
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

  /// Ends all scenes here; whoever comes next is asked anew.
  func leave(_ reason: DisconnectReason) {
    upcoming = nil
    withdrawQuestion()
    end(scenes, reason)
    for group in system.groups(on: self) { group.leave() }
  }

  /// Support for external displays is off: scenes end, but those of alarms, since these cover that too once they attach a window.
  func release() {
    let alarms = Set(system.apps.filter(\.isAlarm).map(\.name))
    end(scenes.filter { !alarms.contains($0.session.app) }, .support)
    for group in system.groups(on: self) { group.leave() }
    goDark()
  }

  /// There is another configuration: scenes of apps that have none for this screen any more end, the others follow theirs.
  func configurationDidChange() {
    upcoming = nil
    followConfiguration()
  }

  /// An app has registered, has returned, or is no more.
  func appDidChange(_ name: String) {
    if upcoming?.session.app == name { upcoming = nil }
    if asked?.app.name == name { withdrawQuestion() }
    followConfiguration()
  }

  /// While the display is away only an app that is no more ends its scene: for the others it is looked up once the display is back.
  func followConfiguration() {
    for scene in scenes {
      let app = system.app(scene.session.app)
      if app != nil, screen == nil { continue }
      if scene.session.role == coordinator.role, let configuration = app.flatMap(coordinator.configuration) {
        let reason = app?.manifest.reasonToAsk(for: scene.session)
        // What the app chose goes on, as long as the manifest has it, or never had.
        scene.session.answered = app?.manifest.current(scene.session.answered, for: coordinator.role)
        scene.session.lastAnswer = scene.session.answered
        scene.session.configuration = scene.session.answered ?? configuration
        if let app, let reason { askAgain(app, scene, reason) }
      } else {
        end([scene], .foreground)
      }
    }
  }
}

/// Scenes that keep their screen dark before anything is lit for them.
extension ScreenScenes {
  /// All but the one that keeps the screen dark.
  var scenesToReclaim: [Scene] {
    let dark = darkScene
    return scenes.filter { $0 !== dark }
  }

  /// Connects the scene that is due in the background where its schedule has switched the power off, so that no mode is set for it.
  ///
  /// True where it has: the scene says from now on when there is to be a signal, and what is due is looked at anew.
  func connectInTheDark() -> Bool {
    guard let scene = claimDueScene(), !scene.isConnected, let geometry = coordinator.dueGeometry else { return false }
    let session = scene.session
    let isRecorded = session.isRecordedDark || system.recordedDarkness?(session.identifier) == true
    guard isRecorded || scene.delegate.wantsDark(session) else { return false }
    moving {
      connect(scene)
      scene.owesMode = true
      if isRecorded { session.isRecordedDark = true } else { layOutInTheDark(scene, for: geometry) }
      reconsiderLater()
    }
    return true
  }

  /// Lays a scene out that nobody sees, so that it knows when it is to be seen.
  ///
  /// One that cannot be laid out, or whose layout is given up for another, keeps nothing dark.
  private func layOutInTheDark(_ scene: Scene, for geometry: OutputGeometry) {
    scene.setDark(true)
    abandonLayout()
    let wanted = scene.wanted(in: geometry)
    let ticket = layoutTicket
    scene.prepared = PreparedFrame(wanted: wanted, ticket: ticket)
    scene.layoutInTheDark = ticket
    scene.delegate.prepareFrame(of: scene.session, for: wanted.geometry) { [weak scene] result in
      guard let scene, scene.prepared?.ticket == ticket, scene.prepared?.tree == nil else { return }
      guard case .success(let tree) = result else { return scene.prepared = nil }
      scene.layoutInTheDark = nil
      scene.prepared = nil
      scene.take(tree, for: wanted)
    }
  }
}
