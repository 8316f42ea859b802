internal import Composition
public import ContentModel
internal import DisplayTypes
internal import Rasterizing
public import Scenes

/// What the scenes of a talk show: the talk as it is, and its document.
public final class TalkScenes {
  /// The talk; its screens show a change with `SceneSystem.frontDidChange`.
  public var talk: Talk {
    didSet { deck.pages.follow(page: talk.page, shownPage: talk.shownPage) }
  }
  /// Its document.
  public private(set) var deck: TalkDeck
  let resources: ContentResources
  private var delegates: [WeakDelegate] = []

  private struct WeakDelegate {
    weak var delegate: TalkSceneDelegate?
  }

  /// Makes a stage for a talk.
  public init(_ talk: Talk, _ deck: TalkDeck, _ resources: ContentResources) {
    self.talk = talk
    self.deck = deck
    self.resources = resources
    begin()
  }

  /// Goes on with another talk on the same screens.
  public func begin(_ talk: Talk, _ deck: TalkDeck) {
    let former = self.deck
    self.deck = deck
    self.talk = talk
    begin()
    for delegate in living { delegate.stageDidChange(from: former) }
    former.close()
  }

  /// What is wrong at present, as a sentence; nil where all is well.
  public var trouble: String? { deck.trouble ?? living.lazy.compactMap(\.layoutWarning).first }

  /// Makes the delegate of a scene.
  public func makeDelegate() -> any SceneDelegate {
    let delegate = TalkSceneDelegate(self)
    delegates = delegates.filter { $0.delegate != nil } + [WeakDelegate(delegate: delegate)]
    // One that was laid out and never connected has not said that it went.
    deck.pages.keepRooms(of: Set(living.map { ObjectIdentifier($0) }))
    return delegate
  }

  private var living: [TalkSceneDelegate] { delegates.compactMap(\.delegate) }

  private func begin() {
    deck.slideDidChange = { [weak self] in
      for delegate in self?.living ?? [] { delegate.slideDidChange() }
    }
    deck.pages.follow(page: talk.page, shownPage: talk.shownPage)
  }
}

/// A scene of a talk: the slide, and what lies over it.
final class TalkSceneDelegate: SceneDelegate {
  /// A layout that is asked for.
  private struct Pending {
    let geometry: OutputGeometry
    /// It waits for a message or a code that was new with it; other layouts wait for none.
    let awaitsNotes: Bool
    let completion: (Result<LayerTree, ContentFailure>) -> Void
  }

  private let stage: TalkScenes
  private weak var scene: Scene?
  private var pending: [Pending] = []
  /// What is shown is not the slide that is to be.
  private var owesSlide = false
  private let shapes = TalkShapes()
  private let message: TalkOverlay
  private let code: TalkOverlay

  init(_ stage: TalkScenes) {
    self.stage = stage
    message = TalkOverlay(.message, rasterizer: stage.resources.rasterizer)
    code = TalkOverlay(.code, rasterizer: stage.resources.rasterizer)
    for note in [message, code] { note.didChange = { [weak self] in self?.noteDidChange() } }
  }

  /// Why a message or a code is not seen.
  var layoutWarning: String? { message.trouble ?? code.trouble }

  func sceneWillConnect(_ scene: Scene) {
    self.scene = scene
    scene.window = Window()
  }

  func sceneDidDisconnect(_ scene: Scene, reason: DisconnectReason) {
    stage.deck.pages.leave(ObjectIdentifier(self))
    for note in [message, code] { note.cancel() }
    pending = []
    self.scene = nil
  }

  func prepareFrame(
    of session: SceneSession, for geometry: OutputGeometry,
    completion: @escaping (Result<LayerTree, ContentFailure>) -> Void
  ) {
    stage.deck.pages.use(room(geometry), for: ObjectIdentifier(self))
    let hasNewMessage = message.want(stage.talk.message, on: geometry)
    let hasNewCode = code.want(stage.talk.code, on: geometry)
    pending.append(Pending(geometry: geometry, awaitsNotes: hasNewMessage || hasNewCode, completion: completion))
    answer()
  }

  /// The slide has come, or is another one.
  func slideDidChange() {
    answer()
    if owesSlide { scene?.setNeedsLayout() }
  }

  /// It is another talk.
  func stageDidChange(from former: TalkDeck) {
    former.pages.leave(ObjectIdentifier(self))
    scene?.setNeedsLayout()
  }

  private func noteDidChange() {
    let wasAwaited = pending.contains(where: \.awaitsNotes)
    answer()
    if !wasAwaited { scene?.setNeedsLayout() }
  }

  private func answer() {
    let waiting = pending
    pending = []
    for layout in waiting {
      if layout.awaitsNotes, message.isDrawing || code.isDrawing {
        pending.append(layout)
      } else if let tree = tree(for: layout.geometry) {
        layout.completion(.success(tree))
      } else {
        pending.append(layout)
      }
    }
  }

  private func room(_ geometry: OutputGeometry) -> PictureRoom { PictureRoom(geometry, .fit) }

  /// The layers; nil while the slide is being made.
  private func tree(for geometry: OutputGeometry) -> LayerTree? {
    let layers = TalkLayers(stage.talk, geometry, shapes)
    let notes = message.layers + code.layers
    if stage.talk.cover != .none { return layers.tree(nil, over: notes) }
    guard let slide = stage.deck.slide(for: room(geometry)) else { return nil }
    owesSlide = !slide.isCurrent
    return layers.tree(slide, over: notes)
  }
}
