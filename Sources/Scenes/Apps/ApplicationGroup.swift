internal import Composition
internal import DisplayTypes
internal import Presentation

/// The application scenes of one app: all on one display, each with its frame there.
///
/// Where that is, `ApplicationPlacement` says, and `ShownPictureDecision` whether they are seen. Their sessions belong to no display.
final class ApplicationGroup {
  /// The app's name.
  let app: String
  unowned let system: SceneSystem
  /// The connected ones, in the order of their sessions.
  private(set) var scenes: [Scene] = []
  /// Where they are shown, or were shown last.
  private(set) weak var stage: ScreenScenes?
  /// All sessions were destroyed, and nobody has asked for the app's scenes since.
  var isDestroyed = false
  /// Names the layout that is waited for.
  var layoutTicket = 0
  /// All windows are shown after the last of them has been asked.
  var isLayingOut = false

  /// Of one app there are no more.
  static let capacity = 16

  init(app: String, system: SceneSystem) {
    self.app = app
    self.system = system
  }

  /// Whether a scene has a window; taken to be so until their delegates have been asked.
  var hasWindow: Bool { !isDestroyed && (scenes.isEmpty || scenes.contains { $0.window != nil }) }

  /// The sessions, connected or not.
  var sessions: [SceneSession] {
    system.store.sessions.filter { $0.app == app && $0.role == .application }
  }

  /// Whether a screen shows them, with a signal.
  func isShown(on stage: ScreenScenes) -> Bool {
    self.stage === stage && stage.picture.shown == .applications(app: app) && stage.coordinator.lit != nil
  }

  /// The name of the screen that shows them; nil where none does.
  var screenThatShowsIt: String? {
    guard let stage, isShown(on: stage) else { return nil }
    return stage.screen?.name
  }

  /// The screen shows them from now on: all that there are are connected, told where they are, and come to the foreground.
  ///
  /// A delegate may do anything in these calls; what is due is looked at after them.
  func enter(_ stage: ScreenScenes, _ traits: SceneTraits) {
    guard let app = system.apps.first(where: { $0.name == app }) else { return }
    self.stage = stage
    connectAll(of: app, on: stage)
    guard hasWindow else { return stage.reconsiderLater() }
    for scene in scenes {
      scene.session.connector = traits.screen
      stage.update(scene, traits)
    }
    for scene in scenes { stage.move(scene, to: phase(on: stage)) }
    system.persist()
  }

  /// The user has laid something over the picture, or taken it away.
  func coverDidChange() {
    guard let stage else { return }
    for scene in scenes { stage.move(scene, to: phase(on: stage)) }
  }

  /// The screen shows something else, or nothing: they wait in the background, and return.
  func wait() {
    guard let stage else { return }
    layoutTicket += 1
    for scene in scenes { stage.move(scene, to: .background) }
  }

  /// Their display is gone for good, and there is no other place for them.
  func leave() {
    wait()
    stage = nil
  }

  /// Ends some of them; their sessions stay.
  func end(_ ended: [Scene], _ reason: DisconnectReason) {
    system.end(ended, reason) { scene in
      guard scenes.contains(where: { $0 === scene }) else { return false }
      scenes.removeAll { $0 === scene }
      return true
    }
  }

  /// There is another manifest: scenes whose configuration left it get the default; where there is none, they end.
  func followConfiguration() {
    let configurations = system.app(app)?.manifest.configurations(for: .application) ?? []
    for scene in scenes {
      let own = configurations.first { $0.name == scene.session.configuration.name } ?? configurations.first
      if let own { scene.session.configuration = own } else { end([scene], .foreground) }
    }
  }

  /// Connects a session's scene, where the app's are connected already: in the background, until it is looked at what is due.
  func connect(_ session: SceneSession, of app: App, on stage: ScreenScenes) {
    guard let screen = stage.screen else { return }
    let scene = Scene(session: session, screen: screen, delegate: app.delegate.makeSceneDelegate(for: session))
    scenes.append(scene)
    session.scene = scene
    session.connector = screen.name
    session.lastUse = system.nextSessionUse()
    // On the disk before anybody hears of it.
    system.persist()
    if let call = scene.lifecycle.connect() { system.perform(call, on: scene) }
    scene.backgroundOrder = system.nextBackgroundOrder()
    scene.windowDidChange = { [weak self] in self?.stage?.reconsiderLater() }
    scene.treeDidChange = { [weak self] in self?.treeDidChange() }
    scene.needsLayout = { [weak self] in self?.show() }
  }

  /// Every session has a scene where there may be several, else the first; where there is no session, one is made.
  private func connectAll(of app: App, on stage: ScreenScenes) {
    guard let standard = app.manifest.configurations(for: .application).first else { return }
    var all = sessions
    if all.isEmpty {
      system.makeRoomForSession()
      all = [makeSession(standard)]
    }
    if !app.manifest.supportsMultipleScenes { all = Array(all.prefix(1)) }
    for session in all where session.scene == nil {
      let own = app.manifest.configurations(for: .application).first { $0.name == session.configuration.name }
      session.configuration = own ?? standard
      connect(session, of: app, on: stage)
    }
  }

  /// A new session, which belongs to no display.
  func makeSession(_ configuration: SceneConfiguration) -> SceneSession {
    system.store.make(
      app: app, role: .application, configuration: configuration, identity: .unknown,
      connector: stage?.screen?.name ?? "")
  }

  private func phase(on stage: ScreenScenes) -> SceneLifecycle.Phase {
    SceneLifecycle.phase(
      under: .init(
        isChosen: stage.picture.shown == .applications(app: app), isLit: stage.coordinator.lit != nil,
        cover: stage.picture.cover))
  }
}

extension ApplicationGroup {
  /// Lays out what is not laid out for its frame, and shows all windows as soon as the last is there; until then the old picture
  /// stays.
  func show() {
    guard let stage, isShown(on: stage), let geometry = stage.screen?.geometry else { return }
    layoutTicket += 1
    if stage.picture.hidesScene { stage.present() }
    let ticket = layoutTicket
    isLayingOut = true
    for (scene, _, wanted) in placed(in: geometry)
    where scene.laidOut != wanted || scene.isStale || !scene.refreshers.isEmpty {
      system.willLayOut(stage.coordinator.id)
      scene.delegate.prepareFrame(of: scene.session, for: wanted.geometry) { [weak self, weak scene] result in
        guard let self, let scene, self.layoutTicket == ticket, let stage = self.stage, isShown(on: stage) else {
          return
        }
        switch result {
        case .success(let tree):
          scene.take(tree, for: wanted, before: { stage.didLayOut(scene) })
          scene.endRefreshes(true)
        case .failure(let failure):
          stage.contentFailed(failure, of: scene)
          present()
        }
      }
    }
    isLayingOut = false
    present()
  }

  /// Where a window is on the display, in shares of it; nil where it is not shown.
  func shownFrame(of session: SceneSession) -> UnitRect? {
    guard let stage, isShown(on: stage), let geometry = stage.screen?.geometry,
      let frame = placed(in: geometry).first(where: { $0.scene.session === session })?.frame
    else { return nil }
    let size = geometry.size
    guard size.width > 0, size.height > 0 else { return nil }
    return UnitRect(
      x: frame.x / size.width, y: frame.y / size.height, width: frame.width / size.width,
      height: frame.height / size.height)
  }

  /// A window has another tree: shown where all are there.
  func treeDidChange() {
    present()
  }

  /// Those with a window, each with its frame and what it is to be laid out from.
  private func placed(in geometry: OutputGeometry) -> [(scene: Scene, frame: PointRect, wanted: LaidOutContent)] {
    let visible = scenes.filter { $0.window != nil }
    let frames = WindowFrames(of: visible.map(\.session.frame), in: geometry).frames
    return zip(visible, frames).map { scene, frame in
      (scene, frame.rect, LaidOutContent(content: scene.session.content, geometry: frame.geometry))
    }
  }

  private func present() {
    guard !isLayingOut, let stage, isShown(on: stage), let geometry = stage.screen?.geometry else { return }
    var windows: [(tree: LayerTree, frame: PointRect)] = []
    for (scene, frame, wanted) in placed(in: geometry) {
      // One that cannot be laid out does not hold the others up, and shows what it had for this size.
      guard scene.laidOut == wanted || scene.trouble.hasFailed else { return }
      guard let window = scene.window, scene.laidOut?.geometry == wanted.geometry else { continue }
      let size = PointSize(width: frame.width, height: frame.height)
      windows.append((stage.isPrivate(scene) ? window.tree.madePrivate(size: size) : window.tree, frame))
    }
    stage.present(.composed(windows, size: geometry.size, background: system.policy.idleColor))
  }
}
