internal import Composition
internal import DisplayTypes
internal import ModeSelection
internal import Presentation

extension ScreenCoordinator {
  /// The mode is in force: the scene that is due is connected or kept, and shown.
  func settle(in candidate: ModeCandidate) {
    guard let screen, let geometry = geometry(in: candidate.mode) else { return }
    let previous = screen.geometry
    screen.geometry = geometry
    guard let (app, session) = claimDueSession() else {
      endScene(.foreground)
      return present(standingTree)
    }
    if let scene, isDue(scene) {
      scene.screen = screen
      if let previous, previous != geometry {
        scene.delegate.sceneDidUpdate(scene, previous: previous)
        system.post(.sceneDidUpdate(label(of: session)))
      }
      owesFirstFrameEvent = owesFirstFrameEvent || previous != geometry
    } else {
      endScene(.foreground)
      guard connect(session, of: app, on: screen) else { return reconsider(completion: nil) }
    }
    showScene()
  }

  /// Whether a scene is the one that is due here.
  func isDue(_ scene: Scene) -> Bool {
    dueSession === scene.session
  }

  /// Begins to lay out the scene that is due, before it is connected: only its content, for a mode that is being set.
  func prepareDueScene(for geometry: OutputGeometry) {
    guard let (app, session) = claimDueSession() else { return }
    let delegate = backgroundScenes.first { $0.session === session }?.delegate ?? app.makeDelegate()
    prepared = PreparedFrame(session: session.identifier, geometry: geometry, tree: nil)
    pendingDelegate = delegate
    delegate.prepareFrame(of: session, for: geometry) { [weak self] result in
      guard let self, let prepared = self.prepared, prepared.session == session.identifier,
        prepared.geometry == geometry, prepared.tree == nil
      else { return }
      switch result {
      case .success(let tree):
        self.prepared?.tree = tree
        if self.scene?.session === session, self.screen?.geometry == geometry { self.showScene() }
      case .failure(let failure):
        self.prepared = nil
        self.contentFailed(failure)
      }
    }
  }

  /// Shows the scene's content, laid out for the geometry in force.
  func showScene() {
    guard let scene, let geometry = screen?.geometry, lit != nil else { return }
    // Whatever is still being laid out is for something that is not wanted any more.
    layoutTicket += 1
    let wanted = LaidOutContent(session: scene.session.identifier, content: scene.session.content, geometry: geometry)
    if let prepared, prepared.session == scene.session.identifier, prepared.geometry == geometry {
      guard let tree = prepared.tree else { return }
      self.prepared = nil
      return laidOut(scene, tree, wanted)
    }
    if laidOutContent == wanted, wanted.content != nil, scene.window?.tree != nil { return presentWindow() }
    let ticket = layoutTicket
    scene.delegate.prepareFrame(of: scene.session, for: geometry) { [weak self, weak scene] result in
      guard let self, let scene, self.layoutTicket == ticket, self.scene === scene else { return }
      switch result {
      case .success(let tree): self.laidOut(scene, tree, wanted)
      case .failure(let failure): self.contentFailed(failure)
      }
    }
  }

  private func laidOut(_ scene: Scene, _ tree: LayerTree, _ wanted: LaidOutContent) {
    laidOutContent = wanted
    forgetContentTrouble()
    warn(about: scene)
    scene.window?.replace(tree)
  }

  /// What is not right about the picture that is shown, as a sentence for the user; nil where all is well.
  public var contentWarning: String? { shownScene?.delegate.layoutWarning }

  /// Told once, however often the same is laid out.
  private func warn(about scene: Scene) {
    let warning = scene.delegate.layoutWarning
    defer { toldWarning = warning }
    guard let warning, warning != toldWarning else { return }
    system.post(.trouble(screen: scene.screen?.name, message: warning))
  }

  private func contentFailed(_ failure: ContentFailure) {
    guard let scene else { return }
    let (isTold, pause) = contentTrouble.failed(failure, now: system.clock.now)
    if isTold { system.post(.contentDidFail(label(of: scene.session), message: failure.message)) }
    answer(.failed(.content(failure.message)))
    if let pause { contentRetryTimer?.arm(at: system.clock.now.advanced(by: pause)) }
  }

  /// The content that failed may succeed now; where a mode is being set, it is laid out for that anyway.
  func layOutAgain() {
    guard attempt == nil else { return }
    prepared = nil
    showScene()
  }

  /// There is other content, or it has succeeded.
  func forgetContentTrouble() {
    contentTrouble = ContentTrouble()
    contentRetryTimer?.disarm()
  }

  /// The window has another tree: show it.
  func presentWindow() {
    guard let scene, isDue(scene), let tree = scene.window?.tree else { return }
    present(tree)
  }

  /// Shows a tree that was laid out for the geometry in force, and answers those who wait for it.
  func present(_ tree: LayerTree) {
    guard let lit, let screen, let geometry = screen.geometry else { return }
    let shown = decision.picture.cover.isBlank ? LayerTree(background: .black) : tree
    shownTree = (shown, geometry.size)
    if isFrozen {
      answer(.kept("the screen is frozen; it is shown when that ends"))
      return system.outlets.command(.present(id, lit.token, geometry, shown, nil))
    }
    var request: RequestID?
    if !completions.isEmpty || owesFirstFrameEvent {
      let answered = completions
      completions = []
      request = system.requests.add { [weak self] outcome in
        self?.presented(outcome)
        for completion in answered { completion(outcome) }
      }
    }
    system.outlets.command(.present(id, lit.token, geometry, shown, request))
    if screen.isMain { system.mainPictureDidChange() }
  }

  private func presented(_ outcome: PictureOutcome) {
    guard case .shown(let record) = outcome, record.ending == .presented else { return }
    lastPresented = record
    guard owesFirstFrameEvent, let scene else { return }
    owesFirstFrameEvent = false
    note("presented")
    system.post(.sceneDidPresent(label(of: scene.session), record))
  }

  func label(of session: SceneSession) -> SceneLabel {
    SceneLabel(
      session: session.identifier, app: session.app, role: session.role, configuration: session.configuration.name,
      screen: session.connector)
  }
}
