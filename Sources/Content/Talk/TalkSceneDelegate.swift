internal import Composition
internal import DisplayTypes
internal import Rasterizing
internal import Scenes
internal import Talks

/// A scene of a talk: the slide, and what lies over it.
final class TalkSceneDelegate: SceneDelegate {
  private let stage: TalkStage
  private weak var scene: Scene?
  /// Layouts whose slide is being made.
  private var pending: [(geometry: OutputGeometry, completion: (Result<LayerTree, ContentFailure>) -> Void)] = []
  /// What is shown is not the slide that is to be.
  private var owesSlide = false

  init(_ stage: TalkStage) {
    self.stage = stage
  }

  var layoutWarning: String? { nil }

  func sceneWillConnect(_ scene: Scene) {
    self.scene = scene
    scene.window = Window()
  }

  func sceneDidDisconnect(_ scene: Scene, reason: DisconnectReason) {
    stage.deck.leave(ObjectIdentifier(self))
    pending = []
    self.scene = nil
  }

  func prepareFrame(
    of session: SceneSession, for geometry: OutputGeometry,
    completion: @escaping (Result<LayerTree, ContentFailure>) -> Void
  ) {
    stage.deck.use(PictureRoom(geometry, .fit), for: ObjectIdentifier(self))
    pending.append((geometry, completion))
    answer()
  }

  /// The slide has come, or is another one.
  func slideDidChange() {
    answer()
    if owesSlide { scene?.setNeedsLayout() }
  }

  /// It is another talk: the rooms of the one before are those of this.
  func stageDidChange() {
    scene?.setNeedsLayout()
  }

  private func answer() {
    let waiting = pending
    pending = []
    for (geometry, completion) in waiting {
      if let tree = tree(for: geometry) { completion(.success(tree)) } else { pending.append((geometry, completion)) }
    }
  }

  /// The layers; nil while the slide is being made.
  private func tree(for geometry: OutputGeometry) -> LayerTree? {
    let layers = TalkLayers(stage.talk, geometry)
    if stage.talk.cover != .none { return layers.tree(nil) }
    guard let slide = stage.deck.slide(for: PictureRoom(geometry, .fit)) else { return nil }
    owesSlide = !slide.isCurrent
    return layers.tree(slide)
  }
}
