package import Composition
package import DisplayTypes
internal import Presentation

/// Sends the pictures of one screen to the display thread, and answers requests for them.
final class ScreenPresentation {
  private unowned let screenScenes: ScreenScenes
  private(set) var completions: [PictureCompletion] = []
  /// The last picture sent to the display thread; nil while the screen is dark.
  private(set) var shownTree: ShownTree?
  /// Nil for the idle frame.
  private(set) var shownSession: String?
  /// The app whose application scenes are in the last picture; nil for every other picture.
  private(set) var shownApplications: String?
  /// The mirrored screen whose frames count; nil while the display thread counts this screen's own frames.
  private var followed: FollowedScreen?
  private(set) var lastPresented: FlipRecord?
  /// The mode whose picture was dropped last; nil after a picture was shown.
  private var droppedToken: CommitToken?

  init(_ screenScenes: ScreenScenes) { self.screenScenes = screenScenes }

  private var coordinator: ScreenCoordinator { screenScenes.coordinator }
  private var system: SceneSystem { screenScenes.system }
  private var pass: SettlePass { screenScenes.pass }
  private var screen: Screen? { screenScenes.screen }
  private var picture: ScreenPicture { screenScenes.picture }

  /// Answers a request with the next picture, or at once after the end of the system.
  ///
  /// - Parameter unchanged: It is called instead if the picture stays as it is, without a frame.
  func add(_ completion: @escaping (PictureOutcome) -> Void, _ unchanged: (() -> Void)? = nil) {
    if pass.isEnded { return pass.answer { completion(.kept(SettlePass.endedReason)) } }
    completions.append((completion, unchanged))
  }

  /// Shows the scene in front if its layout fits the geometry in force; otherwise the old picture stays.
  func presentDue() {
    guard screenScenes.current != nil else {
      if let group = screenScenes.shownGroup { group.present() } else { present() }
      return
    }
    guard let scene = screenScenes.shownScene, let geometry = screen?.geometry else { return }
    if scene.layout.trouble.hasFailed, showsAnother(than: scene) { return present() }
    if let window = scene.window, scene.layout.laidOut?.geometry == scene.wanted(in: geometry).geometry {
      present(scene.placed(window.tree, in: geometry))
    } else if picture.hidesScene {
      present()
    }
  }

  /// Whether the screen still shows another scene, which has to leave if this scene fails.
  func showsAnother(than scene: Scene) -> Bool {
    shownSession != nil && shownSession != scene.session.identifier && !picture.cover.isFrozen
  }

  /// Shows the decision, with a window that was laid out for the geometry in force.
  ///
  /// - Parameter isInterim: whether the due picture follows, and answers the requests.
  func present(_ window: LayerTree? = nil, isInterim: Bool = false) {
    guard let lit = coordinator.lit, let screen, let geometry = screen.geometry else { return }
    let tree = PictureTree.make(
      picture, isPublic: !screen.isMain, window: window,
      isPrivate: screenScenes.shownScene.map { system.isPrivate($0.session) } == true,
      source: mirrorSource?.presentation.shownTree.map { ($0.tree, $0.size) }, fit: coordinator.decision.mirror.fit,
      size: geometry.size, idle: system.model.policy.idleColor)
    let shown = ShownTree(tree: tree, geometry: geometry)
    if screen.isStandIn { return keepForScreenshots(shown) }
    // Requests for another mode wait for its first frame. Requests for other content wait for its layout.
    let isOld =
      coordinator.attempt != nil
      || window != nil && !picture.hidesScene
        && screenScenes.shownScene.map { $0.layout.isCurrent($0.wanted(in: geometry)) } == false
    // The mirrored screen may change this picture soon.
    let isEarly = mirrorSource?.presentation.awaitsPicture == true && !picture.hidesScene
    if !isOld, !isInterim, !isEarly, shown == shownTree, lastPresented != nil {
      for case (_, let unchanged?) in completions { pass.answer(unchanged) }
      completions.removeAll { $0.unchanged != nil }
    }
    // Mirrors keep a held picture as well.
    if !picture.cover.isFrozen || shownTree?.size != shown.size {
      shownTree = shown
      shownSession = window == nil ? nil : screenScenes.shownScene?.session.identifier
      shownApplications = window == nil ? nil : screenScenes.shownGroup?.app
    }
    followSource(in: lit.token)
    let answered = isOld || isInterim ? [] : completions.filter { !isEarly || $0.unchanged == nil }
    if picture.cover.isFrozen {
      // A held picture differs from the due one, also if the due one has not changed.
      for case (_, let unchanged?) in completions { pass.answer(unchanged) }
      completions.removeAll { $0.unchanged != nil }
      system.presenter.present(PresentOrder(screen: coordinator.id, token: lit.token, geometry: geometry, tree: tree))
      return answer(.kept("the screen is frozen; it is shown when that ends"))
    }
    // An alarm ends the hold with its first picture.
    coordinator.endFreeze()
    var request: RequestID?
    let scenes = screenScenes.shownScenes
    // Black is not a scene's first frame. The idle frame is not one either while the content cannot be drawn.
    let seen = picture.hidesScene || window == nil && screenScenes.shownScene != nil ? [] : scenes
    let isAwaited = scenes.contains(where: \.timing.wantsPhase) || seen.contains(where: \.timing.owesFirstFrameEvent)
    if !answered.isEmpty || isAwaited || lastPresented == nil {
      for scene in scenes { scene.timing.wantsPhase = false }
      if !answered.isEmpty { completions.removeAll { !isEarly || $0.unchanged == nil } }
      request = system.requests.add { [weak self, pass] outcome in
        guard let self else { return pass.answer { answered.forEach { $0.body(outcome) } } }
        if case .shown(let record) = outcome, record.ending == .discarded { return dropped(answered, with: lit.token) }
        presented(outcome, seen)
        answer(answered, outcome)
      }
    }
    system.presenter.present(
      PresentOrder(screen: coordinator.id, token: lit.token, geometry: geometry, tree: tree, request: request))
    system.mirrors.pictureDidChange(on: screenScenes)
  }

  private func keepForScreenshots(_ tree: ShownTree) {
    shownTree = tree
    // Other screens that wait for a common picture do not wait for this one.
    system.presenter.layoutDidFail(coordinator.id)
    answer(.kept("no display is connected: it is in screenshots, and on the next display"))
  }

  /// The picture of a modeset: the window laid out for the mode if its scene is still due, otherwise the idle frame.
  func modesetTree(_ window: LaidOutWindow?, for geometry: OutputGeometry) -> LayerTree {
    let isDue = window.map { window in
      let session = window.scene.session
      return (window.scene.isConnected || window.scene === screenScenes.upcoming?.scene) && window.geometry == geometry
        && picture.shown == .scene(app: session.app, role: session.role)
    }
    return PictureTree.make(
      picture, isPublic: screen?.isMain != true, window: isDue == true ? window?.tree : nil,
      isPrivate: window.map { system.isPrivate($0.scene.session) } == true, size: geometry.size,
      idle: system.model.policy.idleColor)
  }

  /// Handles a picture that was dropped with its mode: its requests get the next picture, or the reason why there is none.
  private func dropped(_ waiting: [PictureCompletion], with token: CommitToken) {
    guard !waiting.isEmpty else { return }
    // The tree is the shown one already, but no frame has it.
    completions = waiting.map { ($0.body, nil) } + completions
    guard let screen else { return answer(.kept("the display was unplugged; the change is shown when it returns")) }
    switch picture.shown {
    case .dark, .untouched: coordinator.modeSetting.answerWhenDark()
    case .scene, .applications, .masked, .black, .mirror, .idle:
      // The mode that is being set brings the next picture.
      guard coordinator.attempt == nil else { return }
      // A second try waits until a lost display could have been reported.
      let isFirst = droppedToken != token
      droppedToken = token
      guard isFirst, coordinator.lit != nil else {
        let why = "its picture was dropped, and no mode is being set"
        return answer(.kept("\(screen.name) shows nothing new: \(why); it is shown with the next change"))
      }
      screenScenes.mark(.layout)
    }
  }

  private func presented(_ outcome: PictureOutcome, _ shown: [Scene]) {
    guard case .shown(let record) = outcome, record.ending == .presented else { return }
    lastPresented = record
    screenScenes.updateRefreshes()
    droppedToken = nil
    let now = screenScenes.shownScenes
    for scene in shown where scene.timing.owesFirstFrameEvent && now.contains(where: { $0 === scene }) {
      scene.timing.owesFirstFrameEvent = false
      coordinator.note("presented")
      system.post(.sceneDidPresent(system.calls.label(of: scene.session), record))
    }
  }

  /// Handles a change of the signal: earlier frames do not count any more.
  func lightDidChange() {
    lastPresented = nil
    shownSession = nil
    shownApplications = nil
    for scene in screenScenes.shownScenes + [screenScenes.current].compactMap(\.self) {
      scene.timing.owesFirstFrameEvent = true
    }
    if coordinator.lit == nil { shownTree = nil }
    screenScenes.updateRefreshes()
  }

  func answer(_ outcome: PictureOutcome) {
    answer(completions, outcome)
    completions = []
    system.mirrors.pictureDoesNotCome(on: screenScenes)
  }

  private func answer(_ waiting: [PictureCompletion], _ outcome: PictureOutcome) {
    for completion in waiting { pass.answer { completion.body(outcome) } }
  }

  /// Flips a still picture once, to find out whether this screen's flips stall as well.
  func proveFlips() {
    guard let lit = coordinator.lit, coordinator.attempt == nil, !coordinator.isStandIn, !picture.cover.isFrozen,
      let tree = shownTree?.tree,
      let geometry = screen?.geometry, !tree.isAnimated(at: system.clock.now)
    else { return }
    pass.command(.present(coordinator.id, lit.token, geometry, tree, system.requests.add { _ in }))
  }

  // MARK: Mirroring

  /// The mirrored screen; nil if the screen has its own picture, or if outdated decisions form a ring.
  var mirrorSource: ScreenScenes? {
    guard let source = decidedSource else { return nil }
    var way = [source]
    while let next = way.last?.presentation.decidedSource {
      if next === screenScenes { return nil }
      // The ring does not include this screen.
      if way.contains(where: { $0 === next }) { break }
      way.append(next)
    }
    return source
  }

  /// Whether another picture of this screen is on its way, because a mode is being set or a scene is being laid out.
  private var awaitsPicture: Bool {
    if picture.cover.isFrozen || picture.hidesScene { return false }
    if coordinator.attempt != nil { return true }
    if let mirrorSource { return mirrorSource.presentation.awaitsPicture }
    guard let geometry = screen?.geometry, let scene = screenScenes.shownScene, scene.window != nil else {
      return false
    }
    return !scene.layout.trouble.hasFailed && !scene.layout.isCurrent(scene.wanted(in: geometry))
  }

  var seenScenes: [Scene] {
    var last: ScreenScenes = screenScenes
    while let next = last.presentation.mirrorSource { last = next }
    return last.shownScenes
  }

  private var decidedSource: ScreenScenes? {
    guard picture.shown == .mirror, let name = coordinator.decision.mirror.screen,
      let source = system.coordinator(of: name), source !== coordinator
    else { return nil }
    return source.screenScenes
  }

  /// Starts to count the frames of the mirrored screen for this screen, or this screen's own frames again.
  private func followSource(in token: CommitToken) {
    let wanted = mirrorSource.map { source in
      FollowedScreen(source: source.coordinator.id, sourceToken: source.coordinator.lit?.token, token: token)
    }
    guard wanted != followed else { return }
    followed = wanted
    pass.command(.follow(coordinator.id, source: wanted?.source))
  }
}

/// The completion of a request for a picture, and the one for a picture that stays as it is; nil if a frame is needed in any case.
typealias PictureCompletion = (body: (PictureOutcome) -> Void, unchanged: (() -> Void)?)

/// A picture for the display thread.
nonisolated struct ShownTree: Equatable {
  var tree: LayerTree
  var geometry: OutputGeometry
  /// In points.
  var size: PointSize { geometry.size }
}

/// The mirrored screen in the terms of the display thread; a new mode of either screen may end the relation.
nonisolated struct FollowedScreen: Hashable {
  var source: ScreenID
  var sourceToken: CommitToken?
  var token: CommitToken
}

/// A copy of a screen's picture at one moment, for drawing elsewhere.
package nonisolated struct ShownCopy: Sendable {
  package var tree: LayerTree
  /// The size of the layout in points.
  package var size: PointSize
  /// Its geometry on the screen.
  package var geometry: OutputGeometry
  /// The time of the picture; earlier than now if the picture is held.
  package var time: MonotonicTime

  /// Reduces the picture to a longest side.
  package func reduced(longestSide: Int) -> (tree: LayerTree, geometry: OutputGeometry) {
    let small = geometry.reduced(longestSide: longestSide)
    return (tree.fitted(from: size, into: small.size, fit: .stretch), small)
  }
}
