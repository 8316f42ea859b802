internal import Composition
internal import DisplayTypes
internal import Presentation

extension ScreenCoordinator {
  /// Connects a scene, or brings one back that has a window by now.
  ///
  /// False where its delegate attached no window, so that the next app is due.
  func connect(_ session: SceneSession, of app: App, on screen: Screen) -> Bool {
    let delegate = pendingDelegate ?? app.makeDelegate()
    pendingDelegate = nil
    if let index = backgroundScenes.firstIndex(where: { $0.session === session }) {
      bringForward(backgroundScenes.remove(at: index))
      return true
    }
    let scene = Scene(session: session, screen: screen, delegate: delegate)
    session.scene = scene
    self.scene = scene
    scene.delegate.sceneWillConnect(scene)
    system.post(.sceneWillConnect(label(of: session)))
    system.persist()
    scene.windowDidChange = { [weak self, weak scene] in
      if let scene { self?.windowDidChange(of: scene) }
    }
    guard scene.window != nil else {
      sendToBackground(scene)
      return false
    }
    bringForward(scene)
    return true
  }

  private func bringForward(_ scene: Scene) {
    self.scene = scene
    scene.state = .foregroundActive
    laidOutContent = nil
    owesFirstFrameEvent = true
    observeWindow()
  }

  /// It stays connected without a window, and is shown as soon as it has one.
  private func sendToBackground(_ scene: Scene) {
    if self.scene === scene { self.scene = nil }
    scene.state = .background
    backgroundScenes.append(scene)
    prepared = nil
    laidOutContent = nil
    owesFirstFrameEvent = false
  }

  /// A window was attached or taken away: the screen moves at once.
  private func windowDidChange(of changed: Scene) {
    if changed === scene {
      laidOutContent = nil
      if changed.window == nil { sendToBackground(changed) } else { observeWindow() }
    }
    reconsider(completion: nil)
  }

  private func observeWindow() {
    scene?.window?.treeDidChange = { [weak self] in self?.presentWindow() }
  }

  /// Ends the scene that is shown, and those in the background.
  func endScenes(_ reason: DisconnectReason) {
    endScene(reason)
    endBackgroundScenes(reason) { _ in true }
  }

  func endBackgroundScenes(_ reason: DisconnectReason, where isConcerned: (Scene) -> Bool) {
    let concerned = backgroundScenes.filter(isConcerned)
    backgroundScenes.removeAll { scene in concerned.contains { $0 === scene } }
    for scene in concerned { end(scene, reason) }
  }

  /// Ends the scene that is shown.
  func endScene(_ reason: DisconnectReason) {
    guard let scene else { return }
    self.scene = nil
    contentTimer?.disarm()
    forgetContentTrouble()
    toldWarning = nil
    prepared = nil
    laidOutContent = nil
    owesFirstFrameEvent = false
    end(scene, reason)
  }

  private func end(_ scene: Scene, _ reason: DisconnectReason) {
    scene.state = .unattached
    scene.windowDidChange = nil
    scene.window?.treeDidChange = nil
    scene.session.scene = nil
    scene.session.temporaryContent = nil
    scene.delegate.sceneDidDisconnect(scene, reason: reason)
    system.post(.sceneDidDisconnect(label(of: scene.session), reason))
  }
}
