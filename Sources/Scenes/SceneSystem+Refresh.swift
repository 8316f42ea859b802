internal import Composition
internal import DisplayTypes

extension SceneSystem {
  /// What the scene of a session shows, or showed last; what is private is masked.
  ///
  /// Throws where the session's scene is not connected, or has nothing to show.
  public func snapshot(of identifier: String) throws(SceneError) -> SceneSnapshot {
    let session = try session(identifier)
    guard let scene = session.scene else { throw .notNow("the session has no scene now: its display is not connected") }
    guard let window = scene.window, let laidOut = scene.laidOut else {
      throw .notNow("the scene has nothing to show yet")
    }
    let size = laidOut.geometry.size
    // Anybody may look at a snapshot.
    let tree = isPrivate(session) ? window.tree.madePrivate(size: size) : window.tree
    return SceneSnapshot(tree: tree.masked(), size: size)
  }

  /// Has connected scenes laid out anew although nothing has changed that the daemon knows of: those in the background as well, whose
  /// snapshots then change.
  ///
  /// Those that are shown are shown with the new layout. Sessions whose display is not connected are laid out when it is, in any case.
  /// The completion gets the identifiers of those that were laid out, once, when the last has answered.
  public func refresh(_ sessions: [SceneSession], completion: @escaping ([String]) -> Void) {
    let scenes = sessions.compactMap(\.scene).filter { $0.window != nil && $0.laidOut != nil }
    var missing = scenes.count
    var done: [String] = []
    guard missing > 0 else { return completion([]) }
    for scene in scenes {
      refresh(scene) { isDone in
        missing -= 1
        if isDone { done.append(scene.session.identifier) }
        if missing == 0 { completion(done) }
      }
    }
  }

  /// Lays a scene out for what it was laid out for last; one that fails keeps its picture.
  ///
  /// A delegate has one layout under way at a time: one that others wait for is not overtaken here.
  private func refresh(_ scene: Scene, completion: @escaping (Bool) -> Void) {
    let isUnderWay = !scene.refreshers.isEmpty
    scene.refreshers.append(completion)
    if let group = groups[scene.session.app], scene.session.role == .application {
      if let stage = group.stage, group.isShown(on: stage), scene.state != .background { return group.show() }
    } else if let stage = coordinators.first(where: { $0.stage.scenes.contains { $0 === scene } })?.stage {
      // The mode that is being set shows it, in any case.
      if stage.shownScene === scene { return stage.coordinator.attempt == nil ? stage.show() : () }
      // Laid out ahead: what comes of that is looked at then.
      if let prepared = scene.prepared, prepared.tree == nil { return }
    }
    if !isUnderWay { layOutInBackground(scene) }
  }

  /// Lays a scene out that is not shown, for those who wait for that.
  func layOutInBackground(_ scene: Scene) {
    guard let laidOut = scene.laidOut else { return scene.endRefreshes(false) }
    let wanted = LaidOutContent(content: scene.session.content, geometry: laidOut.geometry)
    let label = label(of: scene.session)
    let count = scene.refreshers.count
    scene.refreshTicket += 1
    let ticket = scene.refreshTicket
    scene.delegate.prepareFrame(of: scene.session, for: wanted.geometry) { [weak self, weak scene] result in
      // Where it was shown meanwhile, it is laid out for that, which answers.
      guard let self, let scene, scene.refreshTicket == ticket, scene.state == .background else { return }
      if scene.session.content != wanted.content { return layOutInBackground(scene) }
      switch result {
      case .success(let tree):
        scene.take(tree, for: wanted)
        scene.endRefreshes(true, first: count)
      case .failure(let failure):
        post(.contentDidFail(label, message: failure.message))
        scene.endRefreshes(false, first: count)
      }
      // Those that came while it was under way.
      if !scene.refreshers.isEmpty { layOutInBackground(scene) }
    }
  }
}
