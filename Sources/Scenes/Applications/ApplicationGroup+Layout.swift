internal import Composition
internal import DisplayTypes

extension ApplicationGroup {
  /// Lays out what is not laid out for its frame, and shows all windows as soon as the last is there; until then the old picture
  /// stays.
  func show() {
    guard let stage, isShown(on: stage), let geometry = stage.screen?.geometry else { return }
    layoutTicket += 1
    if stage.picture.hidesScene { stage.present() }
    let ticket = layoutTicket
    isLayingOut = true
    for (scene, _, wanted) in placed(in: geometry)
    where scene.laidOut != wanted || scene.isStale || !scene.refreshers.isEmpty {
      system.willLayOut(stage.coordinator.id)
      scene.delegate.prepareFrame(of: scene.session, for: wanted.geometry) { [weak self, weak scene] result in
        guard let self, let scene, self.layoutTicket == ticket, let stage = self.stage, isShown(on: stage) else {
          return
        }
        switch result {
        case .success(let tree):
          scene.take(tree, for: wanted, before: { stage.didLayOut(scene) })
          scene.endRefreshes(true)
        case .failure(let failure):
          stage.contentFailed(failure, of: scene)
          present()
        }
      }
    }
    isLayingOut = false
    present()
  }

  /// Where a window is on the display, in shares of it; nil where it is not shown.
  func shownFrame(of session: SceneSession) -> UnitRect? {
    guard let stage, isShown(on: stage), let geometry = stage.screen?.geometry,
      let frame = placed(in: geometry).first(where: { $0.scene.session === session })?.frame
    else { return nil }
    let size = geometry.size
    guard size.width > 0, size.height > 0 else { return nil }
    return UnitRect(
      x: frame.x / size.width, y: frame.y / size.height, width: frame.width / size.width,
      height: frame.height / size.height)
  }

  /// A window has another tree: shown where all are there.
  func treeDidChange() {
    present()
  }

  /// Those with a window, each with its frame and what it is to be laid out from.
  private func placed(in geometry: OutputGeometry) -> [(scene: Scene, frame: PointRect, wanted: LaidOutContent)] {
    let visible = scenes.filter { $0.window != nil }
    let frames = WindowFrames(of: visible.map(\.session.frame), in: geometry).frames
    return zip(visible, frames).map { scene, frame in
      (scene, frame.rect, LaidOutContent(content: scene.session.content, geometry: frame.geometry))
    }
  }

  private func present() {
    guard !isLayingOut, let stage, isShown(on: stage), let geometry = stage.screen?.geometry else { return }
    var windows: [(tree: LayerTree, frame: PointRect)] = []
    for (scene, frame, wanted) in placed(in: geometry) {
      // One that cannot be laid out does not hold the others up, and shows what it had for this size.
      guard scene.laidOut == wanted || scene.trouble.hasFailed else { return }
      guard let window = scene.window, scene.laidOut?.geometry == wanted.geometry else { continue }
      let size = PointSize(width: frame.width, height: frame.height)
      windows.append((stage.isPrivate(scene) ? window.tree.madePrivate(size: size) : window.tree, frame))
    }
    stage.present(.composed(windows, size: geometry.size, background: system.policy.idleColor))
  }
}
