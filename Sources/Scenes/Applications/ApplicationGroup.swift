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
  private(set) weak var stage: SceneStage?
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
  func isShown(on stage: SceneStage) -> Bool {
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
  func enter(_ stage: SceneStage, _ traits: SceneTraits) {
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
  func connect(_ session: SceneSession, of app: App, on stage: SceneStage) {
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
  private func connectAll(of app: App, on stage: SceneStage) {
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

  private func phase(on stage: SceneStage) -> SceneLifecycle.Phase {
    SceneLifecycle.phase(
      under: .init(
        isChosen: stage.picture.shown == .applications(app: app), isLit: stage.coordinator.lit != nil,
        cover: stage.picture.cover))
  }
}
