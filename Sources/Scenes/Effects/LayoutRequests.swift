package import Composition
package import DisplayTypes
internal import Presentation

/// The picture of a connected scene at its last layout.
package nonisolated struct SceneSnapshot: Equatable, Sendable {
  package var tree: LayerTree
  package var size: PointSize
}

/// Asks delegates for layouts, and answers requests for a refresh.
package final class LayoutRequests {
  /// Refreshes of a scene that wait for its next layout.
  private struct Waiting {
    var completions: [(Bool) -> Void] = []
    /// The layout in the background that answers them; 0 if another one does.
    var ticket: UInt64 = 0
  }

  private unowned let system: SceneSystem
  private var waiting: [ObjectIdentifier: Waiting] = [:]

  init(_ system: SceneSystem) { self.system = system }

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

  /// Lays connected scenes out again, including scenes in the background. The completion is called once after the last reply, with the
  /// identifiers of the scenes that were laid out.
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

  /// Whether a refresh waits for the next layout of a scene.
  func isAwaited(_ scene: Scene) -> Bool { waiting[ObjectIdentifier(scene)] != nil }

  /// Answers the waiting refreshes of a scene, all or the first ones.
  func endRefreshes(of scene: Scene, _ isDone: Bool, first count: Int? = nil) {
    let id = ObjectIdentifier(scene)
    guard let all = waiting[id]?.completions else { return }
    let ended = all.prefix(count ?? all.count)
    let rest = Array(all.dropFirst(ended.count))
    waiting[id] = rest.isEmpty ? nil : Waiting(completions: rest)
    for completion in ended { completion(isDone) }
  }

  /// Lays a scene out again for its last geometry; after a failure it keeps its picture. A layout that other requests wait for is not
  /// replaced.
  private func refresh(_ scene: Scene, completion: @escaping (Bool) -> Void) {
    let isUnderWay = isAwaited(scene)
    waiting[ObjectIdentifier(scene), default: Waiting()].completions.append(completion)
    if let group = system.applications.groups[scene.session.app], scene.session.role == .application {
      if let screenScenes = group.screenScenes, group.isShown(on: screenScenes), scene.state != .background {
        return screenScenes.mark(.layout)
      }
    } else if let screenScenes = scene.owner as? ScreenScenes {
      // If a mode is being set, its picture shows the new content.
      if screenScenes.shownScene === scene {
        return screenScenes.coordinator.attempt == nil ? screenScenes.mark(.layout) : ()
      }
      // The layout ahead answers this refresh.
      if let prepared = scene.layout.prepared, prepared.tree == nil { return }
    }
    if !isUnderWay { answerInBackground(scene) }
  }

  /// Lays a scene out that is not shown, if a refresh waits for it.
  func answerInBackground(_ scene: Scene) {
    let id = ObjectIdentifier(scene)
    guard let count = waiting[id]?.completions.count else { return }
    guard let laidOut = scene.layout.laidOut else { return endRefreshes(of: scene, false) }
    let wanted = LaidOutContent(content: scene.session.content, geometry: laidOut.geometry)
    let label = system.calls.label(of: scene.session)
    let ticket = system.pass.numbers.next()
    waiting[id]?.ticket = ticket
    prepareFrame(of: scene, for: wanted) { [weak self] scene, result in
      // If the scene is shown by then, that layout answers.
      guard let self, waiting[id]?.ticket == ticket, scene.state == .background else { return }
      if scene.session.content != wanted.content { return answerInBackground(scene) }
      switch result {
      case .success(let tree):
        scene.take(tree, for: wanted, in: system.pass)
        endRefreshes(of: scene, true, first: count)
      case .failure(let failure):
        system.post(.contentDidFail(label, message: failure.message))
        endRefreshes(of: scene, false, first: count)
      }
      // Lay out again for refreshes that came meanwhile.
      answerInBackground(scene)
    }
  }
}
