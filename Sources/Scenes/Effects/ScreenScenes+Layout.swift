internal import Composition
internal import DisplayTypes
internal import Presentation

extension ScreenScenes {
  /// Lays out the scene that is due, for a mode that is about to be set. True if the modeset waits for the reply: for a connected scene, or
  /// for the first picture in a mode that is already in force. The completion is called once, perhaps at once, and gets nil after a
  /// failure.
  func layOutAhead(
    for geometry: OutputGeometry, isFirst: Bool = false, completion: @escaping (LaidOutWindow?) -> Void
  ) -> Bool {
    abandonLayout()
    let ticket = layoutTicket
    guard let scene = dueScene else { return false }
    // Black needs no layout. A scene that is not connected may leave the screen to the next app.
    let isAwaited =
      scene.isConnected
      ? scene.window != nil
      : isFirst && !picture.hidesScene && (scene.session.attachesWindow ?? (scene.session.content != nil))
    let wanted = scene.wanted(in: geometry)
    if isAwaited, scene.layout.isCurrent(wanted), let tree = scene.window?.tree {
      completion(LaidOutWindow(scene: scene, geometry: geometry, tree: scene.placed(tree, in: geometry)))
      return true
    }
    scene.layout.prepared = PreparedFrame(wanted: wanted, ticket: ticket)
    system.layouts.prepareFrame(of: scene, for: wanted) { [weak self] scene, result in
      guard let self, scene.layout.prepared?.ticket == ticket, scene.layout.prepared?.tree == nil else { return }
      let isSeen = scene === shownScene && screen?.geometry == geometry
      switch result {
      case .success(let tree):
        scene.layout.prepared?.tree = tree
        if isAwaited {
          completion(LaidOutWindow(scene: scene, geometry: geometry, tree: scene.placed(tree, in: geometry)))
        }
        if isSeen { mark(.layout) }
      case .failure(let failure):
        scene.layout.prepared = nil
        if isAwaited { completion(nil) }
        if isSeen { contentFailed(failure, of: scene) }
      }
      // This layout may never be shown, so a layout in the background answers refreshes.
      if scene.state == .background { system.layouts.answerInBackground(scene) }
    }
    return isAwaited
  }

  /// The picture for which a take-over waits.
  var awaited: ScreenTakeOver.Awaited {
    ScreenTakeOver.Awaited(shown: picture.shown, cover: picture.cover, content: dueScene?.session.content)
  }

  /// Lays the scene in front out for the geometry in force.
  func layOut() {
    guard current != nil else {
      if let shownGroup { shownGroup.layOut() } else { mark(.picture) }
      return
    }
    guard let scene = shownScene, scene.window != nil, let geometry = screen?.geometry else { return }
    // An earlier layout is no longer needed.
    abandonLayout()
    let wanted = scene.wanted(in: geometry)
    // Black does not wait for a layout.
    if picture.hidesScene { mark(.picture) }
    if let prepared = scene.layout.prepared, prepared.wanted == wanted {
      guard let tree = prepared.tree else { return }
      scene.layout.prepared = nil
      return laidOut(scene, tree, wanted)
    }
    scene.layout.prepared = nil
    if scene.layout.isCurrent(wanted), !system.layouts.isAwaited(scene) {
      // The content that failed was replaced while the scene was covered.
      forgetTrouble(of: scene)
      return mark(.picture)
    }
    let ticket = layoutTicket
    system.presenter.willLayOut(coordinator.id)
    system.layouts.prepareFrame(of: scene, for: wanted) { [weak self] scene, result in
      guard let self, layoutTicket == ticket, scene === shownScene else { return }
      switch result {
      case .success(let tree): laidOut(scene, tree, wanted)
      case .failure(let failure): contentFailed(failure, of: scene)
      }
    }
  }

  func abandonLayout() { layoutTicket += 1 }

  func laidOut(_ scene: Scene, _ tree: LayerTree, _ wanted: LaidOutContent) {
    scene.take(tree, for: wanted, in: pass)
    scene.former = nil
    forgetTrouble(of: scene)
    warn(about: scene)
    system.layouts.endRefreshes(of: scene, true)
  }

  /// Reports a warning once, until it changes.
  private func warn(about scene: Scene) {
    let warning = scene.delegate.layoutWarning
    defer { scene.layout.reportedWarning = warning }
    guard let warning, warning != scene.layout.reportedWarning else { return }
    system.post(.trouble(screen: screen?.name, message: warning))
  }

  func contentFailed(_ failure: ContentFailure, of scene: Scene) {
    system.presenter.layoutDidFail(coordinator.id)
    system.layouts.endRefreshes(of: scene, false)
    let (isReported, pause) = scene.layout.trouble.failed(failure, now: system.clock.now)
    let isUndone = failure.retry == .never && scene.former != nil
    let message = failure.message + (isUndone ? "; \(ShownContent.formerStays)" : Self.prospect(after: failure))
    if isReported { system.post(.contentDidFail(system.calls.label(of: scene.session), message: message)) }
    presentation.answer(.failed(.content(message)))
    if isUndone { return content.returnToFormer(scene) }
    if scene === shownScene, presentation.showsAnother(than: scene) { mark(.picture) }
    if let pause { contentRetryTimer?.arm(at: system.clock.now.advanced(by: pause)) }
  }

  private static func prospect(after failure: ContentFailure) -> String {
    switch (failure.retry, failure.isFollowed) {
    case (.soon, _), (.seldom, false): "; the daemon tries again"
    case (.seldom, true), (.never, true): "; it is shown when that is fixed"
    case (.never, false): ""
    }
  }

  /// Forgets failures, because the content has changed or was laid out.
  func forgetTrouble(of scene: Scene) {
    scene.layout.trouble = ContentTrouble()
    contentRetryTimer?.disarm()
  }
}

struct LaidOutWindow {
  let scene: Scene
  let geometry: OutputGeometry
  let tree: LayerTree
}

/// The retries of content that cannot be laid out, and the limit of their reports. Pure.
nonisolated struct ContentTrouble: Hashable {
  private var backoff = Backoff()
  private var reported: String?
  private var reportTime = MonotonicTime.zero
  var hasFailed: Bool { reported != nil }
  /// Nanoseconds between reports of the same failure.
  static let interval: UInt64 = 600_000_000_000
  /// Nanoseconds before a retry that needs an installation.
  static let longPause: UInt64 = 300_000_000_000

  /// Returns whether to report the failure, and the time until the next try; nil if another try would not help.
  mutating func failed(_ failure: ContentFailure, now: MonotonicTime) -> (isReported: Bool, pause: UInt64?) {
    let isReported = reported != failure.message || now.nanoseconds(since: reportTime) >= ContentTrouble.interval
    if isReported {
      reported = failure.message
      reportTime = now
    }
    switch failure.retry {
    case .never: return (isReported, nil)
    case .soon: return (isReported, backoff.next())
    case .seldom: return (isReported, max(backoff.next(), ContentTrouble.longPause))
    }
  }
}
