internal import DisplayTypes
internal import Presentation

extension SceneStage {
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
