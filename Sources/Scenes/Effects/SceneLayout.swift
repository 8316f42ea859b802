package import Composition
package import DisplayTypes
internal import Presentation

extension ScreenScenes {
  /// Lays out the scene that is due, for a mode that is about to be set.
  ///
  /// True if the modeset waits for the reply: for a connected scene, or for the first picture in a mode that is already in force. The
  /// completion is called once, perhaps at once, and gets nil after a failure.
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
    if isAwaited, scene.layout.laidOut == wanted, !scene.layout.isStale, let tree = scene.window?.tree {
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
      if scene.state == .background, !scene.refresh.waiting.isEmpty { system.layouts.layOutInBackground(scene) }
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
    if scene.layout.laidOut == wanted, !scene.layout.isStale, scene.refresh.waiting.isEmpty { return mark(.picture) }
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
    scene.endRefreshes(true)
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
    scene.endRefreshes(false)
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
    case (.soon, _), (.seldom, false): "; it is tried again"
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

/// The retries of content that cannot be laid out, and the limit of their reports.
///
/// Pure.
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

/// The picture of a connected scene at its last layout.
package nonisolated struct SceneSnapshot: Equatable, Sendable {
  package var tree: LayerTree
  package var size: PointSize
}

package struct SceneRefresh {
  unowned let system: SceneSystem

  /// The masked picture of a session's scene.
  package func snapshot(of identifier: String) throws(SceneError) -> SceneSnapshot {
    let session = try system.session(identifier)
    guard let scene = session.scene else { throw .notNow("the session has no scene now: its display is not connected") }
    guard let window = scene.window, let laidOut = scene.layout.laidOut else {
      throw .notNow("the scene has nothing to show yet")
    }
    let size = laidOut.geometry.size
    // Every client may read a snapshot.
    let tree = system.isPrivate(session) ? window.tree.madePrivate(size: size) : window.tree
    return SceneSnapshot(tree: tree.masked(), size: size)
  }

  /// Lays connected scenes out again, including scenes in the background.
  ///
  /// The completion is called once after the last reply, with the identifiers of the scenes that were laid out.
  package func refresh(_ sessions: [SceneSession], completion: @escaping ([String]) -> Void) {
    let scenes = sessions.compactMap(\.scene).filter { $0.window != nil && $0.layout.laidOut != nil }
    var missing = scenes.count
    var done: [String] = []
    guard missing > 0 else { return completion([]) }
    system.pass.input {
      for scene in scenes {
        refresh(scene) { [pass = system.pass] isDone in
          missing -= 1
          if isDone { done.append(scene.session.identifier) }
          if missing == 0 { pass.answer { completion(done) } }
        }
      }
    }
  }

  /// Asks a delegate for a layout; its reply is an input.
  func prepareFrame(
    of scene: Scene, for wanted: LaidOutContent,
    completion: @escaping (Scene, Result<LayerTree, ContentFailure>) -> Void
  ) {
    system.pass.notify { [weak system, weak scene] in
      guard let scene else { return }
      scene.delegate.prepareFrame(of: scene.session, for: wanted.geometry) { [weak scene] result in
        guard let system, let scene else { return }
        system.pass.input { completion(scene, result) }
      }
    }
  }

  /// Lays a scene out again for its last geometry; after a failure it keeps its picture.
  ///
  /// A layout that other requests wait for is not replaced.
  private func refresh(_ scene: Scene, completion: @escaping (Bool) -> Void) {
    let isUnderWay = !scene.refresh.waiting.isEmpty
    scene.refresh.waiting.append(completion)
    if let group = system.applications.groups[scene.session.app], scene.session.role == .application {
      if let stage = group.stage, group.isShown(on: stage), scene.state != .background { return stage.mark(.layout) }
    } else if let stage = scene.owner as? ScreenScenes {
      // If a mode is being set, its picture shows the new content.
      if stage.shownScene === scene { return stage.coordinator.attempt == nil ? stage.mark(.layout) : () }
      // The layout ahead answers this refresh.
      if let prepared = scene.layout.prepared, prepared.tree == nil { return }
    }
    if !isUnderWay { layOutInBackground(scene) }
  }

  /// Answers the refreshes of a scene that is not shown.
  func layOutInBackground(_ scene: Scene) {
    guard let laidOut = scene.layout.laidOut else { return scene.endRefreshes(false) }
    let wanted = LaidOutContent(content: scene.session.content, geometry: laidOut.geometry)
    let label = system.calls.label(of: scene.session)
    let count = scene.refresh.waiting.count
    scene.refresh.ticket += 1
    let ticket = scene.refresh.ticket
    prepareFrame(of: scene, for: wanted) { [weak system] scene, result in
      // If the scene is shown by then, that layout answers.
      guard let system, scene.refresh.ticket == ticket, scene.state == .background else { return }
      if scene.session.content != wanted.content { return system.layouts.layOutInBackground(scene) }
      switch result {
      case .success(let tree):
        scene.take(tree, for: wanted, in: system.pass)
        scene.endRefreshes(true, first: count)
      case .failure(let failure):
        system.post(.contentDidFail(label, message: failure.message))
        scene.endRefreshes(false, first: count)
      }
      // Lay out again for refreshes that came meanwhile.
      if !scene.refresh.waiting.isEmpty { system.layouts.layOutInBackground(scene) }
    }
  }
}

extension SceneSystem {
  package var layouts: SceneRefresh { SceneRefresh(system: self) }
}
