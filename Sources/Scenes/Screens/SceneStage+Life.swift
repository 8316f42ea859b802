internal import Presentation

extension SceneStage {
  /// Connects a scene that was made for the screen: its delegate attaches a window, or none.
  func connect(_ scene: Scene) {
    upcoming = nil
    scenes.append(scene)
    scene.session.scene = scene
    perform(scene.lifecycle.connect(), on: scene)
    system.persist()
    scene.backgroundOrder = system.nextBackgroundOrder()
    scene.windowDidChange = { [weak self] in self?.reconsiderLater() }
    scene.treeDidChange = { [weak self, weak scene] in
      if let scene { self?.treeDidChange(of: scene) }
    }
  }

  /// Leads a scene to a phase, through all between.
  func move(_ scene: Scene, to phase: SceneLifecycle.Phase) {
    guard scene.lifecycle.phase != phase else { return }
    if scene.lifecycle.phase == .background { scene.owesFirstFrameEvent = true }
    perform(scene.lifecycle.move(to: phase), on: scene)
    guard phase == .background else { return }
    scene.backgroundOrder = system.nextBackgroundOrder()
    scene.owesFirstFrameEvent = false
    scene.prepared = nil
    // Content that failed is laid out anew when it returns.
    if current === scene { contentRetryTimer?.disarm() }
  }

  /// Tells a scene of the screen as it is now, where that is another than it was told.
  func update(_ scene: Scene, _ traits: SceneTraits) {
    let previous = scene.traits
    scene.traits = traits
    scene.screen = screen
    guard let previous, previous != traits else { return }
    scene.owesFirstFrameEvent = true
    scene.delegate.sceneDidUpdate(scene, previous: previous)
    system.post(.sceneDidUpdate(label(of: scene.session)))
  }

  /// Ends a scene; its session stays.
  func end(_ scene: Scene, _ reason: DisconnectReason) {
    scenes.removeAll { $0 === scene }
    if current === scene {
      current = nil
      contentRetryTimer?.disarm()
    }
    if scene.window == nil { windowless.insert(scene.session.app) }
    let activity = reason == .destroyed ? nil : scene.delegate.restorationActivity(of: scene)
    scene.session.activity = activity
    scene.windowDidChange = nil
    scene.treeDidChange = nil
    scene.contentTimer = nil
    scene.session.scene = nil
    scene.session.temporaryContent = nil
    perform(scene.lifecycle.end(reason), on: scene)
    guard let activity, reason != .shutdown else { return }
    // On the disk before anybody goes on with it.
    system.persist()
    for other in system.scenes(of: scene.session.app) { other.delegate.scene(other, continue: activity) }
  }

  /// Ends the scene of a session for good, or the wait for its connection; false where there is neither.
  func destroy(_ session: SceneSession) -> Bool {
    if let scene = scenes.first(where: { $0.session === session }) {
      end(scene, .destroyed)
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
    for scene in scenes { end(scene, reason) }
    windowless = []
  }

  /// There is another configuration: scenes of apps that have none for this screen any more end, the others follow theirs.
  func configurationDidChange() {
    upcoming = nil
    windowless = []
    for scene in scenes {
      let app = system.apps.first { $0.name == scene.session.app }
      if let configuration = app.flatMap(coordinator.configuration) {
        scene.session.configuration = configuration
      } else {
        end(scene, .foreground)
      }
    }
  }

  func label(of session: SceneSession) -> SceneLabel {
    SceneLabel(
      session: session.identifier, app: session.app, role: session.role, configuration: session.configuration.name,
      screen: session.connector)
  }

  /// Makes the calls, and posts the event of each after it.
  private func perform(_ calls: [SceneLifecycle.Call], on scene: Scene) {
    let label = label(of: scene.session)
    for call in calls {
      switch call {
      case .willConnect:
        scene.delegate.sceneWillConnect(scene)
        system.post(.sceneWillConnect(label))
      case .willEnterForeground:
        scene.delegate.sceneWillEnterForeground(scene)
        system.post(.sceneWillEnterForeground(label))
      case .didBecomeActive:
        scene.delegate.sceneDidBecomeActive(scene)
        system.post(.sceneDidBecomeActive(label))
      case .willResignActive:
        scene.delegate.sceneWillResignActive(scene)
        system.post(.sceneWillResignActive(label))
      case .didEnterBackground:
        scene.delegate.sceneDidEnterBackground(scene)
        system.post(.sceneDidEnterBackground(label))
      case .didDisconnect(let reason):
        scene.delegate.sceneDidDisconnect(scene, reason: reason)
        system.post(.sceneDidDisconnect(label, reason))
      }
    }
  }
}
