internal import DisplayTypes

extension SceneSystem {
  /// Ends scenes; their sessions stay.
  ///
  /// Each is taken from where it is, which is false where a delegate has brought that about already. What was being done in them is
  /// handed on when all have ended, so that none that is about to end goes on with it.
  func end(_ ended: [Scene], _ reason: DisconnectReason, detaching detach: (Scene) -> Bool) {
    var activities: [(app: String, activity: UserActivity)] = []
    for scene in ended where detach(scene) {
      if let activity = finish(scene, reason) { activities.append((scene.session.app, activity)) }
    }
    guard !activities.isEmpty, reason != .shutdown else { return }
    // On the disk before anybody goes on with it.
    persist()
    for (app, activity) in activities {
      for other in scenes(of: app) { other.delegate.scene(other, continue: activity) }
    }
  }

  /// Ends a scene, wherever it is.
  func end(_ scene: Scene, _ reason: DisconnectReason) {
    if scene.session.role == .application {
      groups[scene.session.app]?.end([scene], reason)
    } else {
      coordinators.first { $0.stage.scenes.contains { $0 === scene } }?.stage.end([scene], reason)
    }
  }

  /// Leads a scene to its end; returns what was being done in it.
  private func finish(_ scene: Scene, _ reason: DisconnectReason) -> UserActivity? {
    let activity = reason == .destroyed ? nil : scene.delegate.restorationActivity(of: scene)
    scene.session.activity = activity
    scene.refreshes = nil
    scene.windowDidChange = nil
    scene.treeDidChange = nil
    scene.contentTimeOver = nil
    scene.needsLayout = nil
    scene.darknessDidChange = nil
    scene.teller = nil
    scene.contentTimer = nil
    scene.session.scene = nil
    scene.session.temporaryContent = nil
    scene.session.isRecordedDark = false
    scene.session.answered = nil
    scene.endRefreshes(false)
    while let call = scene.lifecycle.stepToEnd(reason) { perform(call, on: scene) }
    return activity
  }

  /// Makes a call, and posts its event after it.
  func perform(_ call: SceneLifecycle.Call, on scene: Scene) {
    let label = label(of: scene.session)
    #if DEBUG
      if let mutant = mutation?.call {
        return mutant(call, { self.make(call, on: scene) }, { self.post(SceneEvent.Kind(call, label)) })
      }
    #endif
    make(call, on: scene)
    post(SceneEvent.Kind(call, label))
  }

  private func make(_ call: SceneLifecycle.Call, on scene: Scene) {
    switch call {
    case .willConnect:
      scene.clock = clock
      scene.teller = { [weak self, weak scene] message in
        guard let self, let scene else { return }
        post(.contentDidFail(label(of: scene.session), message: message))
      }
      scene.delegate.sceneWillConnect(scene)
    case .willEnterForeground: scene.delegate.sceneWillEnterForeground(scene)
    case .didBecomeActive: scene.delegate.sceneDidBecomeActive(scene)
    case .willResignActive: scene.delegate.sceneWillResignActive(scene)
    case .didEnterBackground: scene.delegate.sceneDidEnterBackground(scene)
    case .didDisconnect(let reason): scene.delegate.sceneDidDisconnect(scene, reason: reason)
    }
  }

  func label(of session: SceneSession) -> SceneLabel {
    SceneLabel(
      session: session.identifier, app: session.app, role: session.role, configuration: session.configuration.name,
      screen: session.connector)
  }
}

extension SceneEvent.Kind {
  /// The event of a call.
  fileprivate init(_ call: SceneLifecycle.Call, _ label: SceneLabel) {
    switch call {
    case .willConnect: self = .sceneWillConnect(label)
    case .willEnterForeground: self = .sceneWillEnterForeground(label)
    case .didBecomeActive: self = .sceneDidBecomeActive(label)
    case .willResignActive: self = .sceneWillResignActive(label)
    case .didEnterBackground: self = .sceneDidEnterBackground(label)
    case .didDisconnect(let reason): self = .sceneDidDisconnect(label, reason)
    }
  }
}
