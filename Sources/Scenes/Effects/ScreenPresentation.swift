public import Composition
public import DisplayTypes
internal import Presentation

extension ScreenScenes {
  /// Shows what is in front as far as it is laid out for the geometry in force; until then the old picture stays.
  func presentDue() {
    guard current != nil else {
      if let shownGroup { shownGroup.present() } else { present() }
      return
    }
    guard let scene = shownScene, let geometry = screen?.geometry else { return }
    if scene.trouble.hasFailed, showsAnother(than: scene) { return present() }
    if let window = scene.window, scene.laidOut?.geometry == scene.wanted(in: geometry).geometry {
      present(scene.placed(window.tree, in: geometry))
    } else if picture.hidesScene {
      present()
    }
  }

  /// Shows what was decided, and answers those who wait for it; the window's tree is one for the geometry in force.
  func present(_ window: LayerTree? = nil) {
    guard let lit = coordinator.lit, let screen, let geometry = screen.geometry else { return }
    let tree = PictureTree.make(
      picture, isPublic: !screen.isMain, window: window, isPrivate: shownScene.map(isPrivate) == true,
      source: mirrorSource?.shownTree, fit: coordinator.decision.mirror.fit,
      size: geometry.size, idle: system.policy.idleColor)
    if screen.isStandIn { return keepForScreenshots(tree, size: geometry.size) }
    // What is held is what mirrors go on showing.
    if !picture.cover.isFrozen || shownTree?.size != geometry.size {
      shownTree = (tree, geometry.size)
      shownSession = window == nil ? nil : shownScene?.session.identifier
    }
    followSource(in: lit.token)
    // Who asked for another mode waits for a frame in that.
    let answered = coordinator.attempt == nil ? completions : []
    if picture.cover.isFrozen {
      system.present(PresentOrder(screen: coordinator.id, token: lit.token, geometry: geometry, tree: tree))
      return answer(.kept("the screen is frozen; it is shown when that ends"))
    }
    // An alarm is due: what was held ends with its first picture, and not before that is there.
    coordinator.endFreeze()
    var request: RequestID?
    let shown = shownScenes
    // Black is no scene's first frame, and neither is the idle frame while its content cannot be drawn.
    let seen = picture.hidesScene || window == nil && shownScene != nil ? [] : shown
    let isAwaited = shown.contains(where: \.wantsPhase) || seen.contains(where: \.owesFirstFrameEvent)
    if !answered.isEmpty || isAwaited || lastPresented == nil {
      for scene in shown { scene.wantsPhase = false }
      completions.removeFirst(answered.count)
      request = system.requests.add { [weak self, pass] outcome in
        guard let self else { return pass.answer { answered.forEach { $0(outcome) } } }
        if case .shown(let record) = outcome, record.ending == .discarded { return dropped(answered, with: lit.token) }
        presented(outcome, seen)
        answer(answered, outcome)
      }
    }
    system.present(
      PresentOrder(screen: coordinator.id, token: lit.token, geometry: geometry, tree: tree, request: request))
    system.pictureDidChange(on: self)
  }

  /// Nothing is handed to the display thread where no display is connected.
  private func keepForScreenshots(_ tree: LayerTree, size: PointSize) {
    shownTree = (tree, size)
    // Others that are to be seen together with it do not wait.
    system.layoutDidFail(coordinator.id)
    answer(.kept("no display is connected: it is in screenshots, and on the next display"))
  }

  /// What a modeset carries: the window that was laid out for the mode, where its scene is still due, else the idle frame.
  func modesetTree(_ window: LaidOutWindow?, for geometry: OutputGeometry) -> LayerTree {
    let isDue = window.map { window in
      let session = window.scene.session
      return (window.scene.isConnected || window.scene === upcoming) && window.geometry == geometry
        && picture.shown == .scene(app: session.app, role: session.role)
    }
    return PictureTree.make(
      picture, isPublic: screen?.isMain != true, window: isDue == true ? window?.tree : nil,
      isPrivate: (window?.scene).map(isPrivate) == true, size: geometry.size, idle: system.policy.idleColor)
  }

  /// Whether all that a scene shows is for the main screen alone.
  func isPrivate(_ scene: Scene) -> Bool {
    system.isPrivate(scene.session)
  }

  /// A picture was dropped with the mode that it was for: whoever waits for it gets the next one, or is told why there is none.
  private func dropped(_ waiting: [(PictureOutcome) -> Void], with token: CommitToken) {
    guard !waiting.isEmpty else { return }
    completions = waiting + completions
    guard let screen else { return answer(.kept("the display was unplugged; it is shown when that returns")) }
    switch picture.shown {
    case .dark, .untouched: coordinator.answerWhenDark()
    case .scene, .applications, .masked, .black, .mirror, .idle:
      // The mode that is being set brings the next picture.
      guard coordinator.attempt == nil else { return }
      // Where the display is gone, that is heard before the answer to another try.
      let isFirst = droppedToken != token
      droppedToken = token
      guard isFirst, coordinator.lit != nil else {
        let why = "its picture was dropped, and no mode is being set"
        return answer(.kept("\(screen.name) shows nothing new: \(why); it is shown with the next change"))
      }
      mark(.layout)
    }
  }

  private func presented(_ outcome: PictureOutcome, _ shown: [Scene]) {
    guard case .shown(let record) = outcome, record.ending == .presented else { return }
    lastPresented = record
    updateRefreshes()
    droppedToken = nil
    let now = shownScenes
    for scene in shown where scene.owesFirstFrameEvent && now.contains(where: { $0 === scene }) {
      scene.owesFirstFrameEvent = false
      coordinator.note("presented")
      system.post(.sceneDidPresent(system.label(of: scene.session), record))
    }
  }

  /// A mode was set, or the screen was turned off: what was presented before does not count any more.
  func lightDidChange() {
    lastPresented = nil
    shownSession = nil
    for scene in shownScenes + [current].compactMap(\.self) { scene.owesFirstFrameEvent = true }
    if coordinator.lit == nil { shownTree = nil }
    updateRefreshes()
  }

  /// Answers all who wait for a picture.
  func answer(_ outcome: PictureOutcome) {
    answer(completions, outcome)
    completions = []
  }

  private func answer(_ waiting: [(PictureOutcome) -> Void], _ outcome: PictureOutcome) {
    for completion in waiting { pass.answer { completion(outcome) } }
  }

  /// Has a picture that stands still flipped once: where that does not end, it is not this screen alone that is in trouble.
  func proveFlips() {
    guard let lit = coordinator.lit, coordinator.attempt == nil, !coordinator.isStandIn, !picture.cover.isFrozen,
      let tree = shownTree?.tree,
      let geometry = screen?.geometry, !tree.isAnimated(at: system.clock.now)
    else { return }
    pass.command(
      .present(coordinator.id, lit.token, geometry, tree, system.requests.add { _ in }))
  }

  // MARK: Mirroring

  /// Whose picture is shown here; nil where this screen has its own, or would mirror itself by way of others.
  ///
  /// What was decided for those may be of an earlier time, and close a ring for a moment.
  var mirrorSource: ScreenScenes? {
    guard let source = decidedSource else { return nil }
    var way = [source]
    while let next = way.last?.decidedSource {
      if next === self { return nil }
      // A ring of others.
      if way.contains(where: { $0 === next }) { break }
      way.append(next)
    }
    return source
  }

  /// The scenes that are seen here, on whichever screen they are.
  var seenScenes: [Scene] {
    var stage = self
    while let next = stage.mirrorSource { stage = next }
    return stage.shownScenes
  }

  private var decidedSource: ScreenScenes? {
    guard picture.shown == .mirror, let name = coordinator.decision.mirror.screen,
      let source = system.coordinator(of: name), source !== coordinator
    else { return nil }
    return source.stage
  }

  /// The frames of the mirrored screen count here from now on, or its own again.
  private func followSource(in token: CommitToken) {
    let wanted = mirrorSource.map { source in
      FollowedScreen(source: source.coordinator.id, sourceToken: source.coordinator.lit?.token, token: token)
    }
    guard wanted != followed else { return }
    followed = wanted
    pass.command(.follow(coordinator.id, source: wanted?.source))
  }
}

/// A screen whose frames count on its mirror, as the display thread was told.
///
/// With either's next mode that may have forgotten.
nonisolated struct FollowedScreen: Hashable {
  /// The mirrored screen.
  var source: ScreenID
  /// Its mode; nil while it has none.
  var sourceToken: CommitToken?
  /// The mode of the mirror.
  var token: CommitToken
}

/// What a screen shows at a moment, for who draws it elsewhere.
public nonisolated struct ShownCopy: Sendable {
  /// The layers, with what is private masked.
  public var tree: LayerTree
  /// The points that they were laid out for.
  public var size: PointSize
  /// How they lie on the screen.
  public var geometry: OutputGeometry
  /// The moment: earlier than now where the picture is held.
  public var time: MonotonicTime

  /// The same picture with fewer pixels: no side is longer than so many.
  public func reduced(longestSide: Int) -> (tree: LayerTree, geometry: OutputGeometry) {
    let small = geometry.reduced(longestSide: longestSide)
    return (tree.fitted(from: size, into: small.size, fit: .stretch), small)
  }
}
