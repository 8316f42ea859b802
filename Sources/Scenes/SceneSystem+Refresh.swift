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
    let isPrivate =
      session.configuration.isPrivate || apps.contains { $0.name == session.app && $0.isPrivate }
    // Anybody may look at a snapshot.
    let tree = isPrivate ? window.tree.madePrivate(size: size) : window.tree
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
  private func refresh(_ scene: Scene, completion: @escaping (Bool) -> Void) {
    guard let laidOut = scene.laidOut else { return completion(false) }
    let wanted = LaidOutContent(content: scene.session.content, geometry: laidOut.geometry)
    let label = label(of: scene.session)
    scene.delegate.prepareFrame(of: scene.session, for: wanted.geometry) { [weak self, weak scene] result in
      // It may have been laid out for another geometry meanwhile, or have ended.
      guard let self, let scene, scene.isConnected, scene.laidOut?.geometry == wanted.geometry else {
        return completion(false)
      }
      switch result {
      case .success(let tree):
        scene.laidOut = wanted
        scene.window?.replace(tree)
        completion(true)
      case .failure(let failure):
        post(.contentDidFail(label, message: failure.message))
        completion(false)
      }
    }
  }
}
