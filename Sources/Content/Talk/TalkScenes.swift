internal import Composition
package import ContentModel
internal import DisplayTypes
internal import Presentation
internal import Rasterizing
package import Scenes

/// The talk and its document, for the scenes that show it.
package final class TalkScenes {
  /// After a change, `SceneSystem.frontDidChange` updates the screens.
  package var talk: Talk {
    didSet {
      deck.pages.follow(page: talk.page, shownPage: talk.shownPage)
      followStarts()
    }
  }
  package private(set) var deck: TalkDeck
  let resources: ContentResources
  private var delegates: [WeakDelegate] = []
  /// The common beginnings of the videos of the shown slide.
  fileprivate private(set) var starts = SlideVideoStarts()
  /// Lets a video begin although a screen is not ready.
  private var startTimer: (any DisplayTimer)?

  private struct WeakDelegate {
    weak var delegate: TalkSceneDelegate?
  }

  package init(_ talk: Talk, _ deck: TalkDeck, _ resources: ContentResources) {
    self.talk = talk
    self.deck = deck
    self.resources = resources
    startTimer = resources.clock.screens.makeTimer { [weak self] in self?.followStarts() }
    begin()
  }

  package func begin(_ talk: Talk, _ deck: TalkDeck) {
    let former = self.deck
    self.deck = deck
    self.talk = talk
    begin()
    for delegate in living { delegate.talkDidChange(from: former) }
    former.close()
  }

  /// The present trouble, as a sentence.
  package var trouble: String? {
    deck.trouble ?? living.lazy.compactMap(\.layoutWarning).first ?? deck.videos.trouble
  }

  package func makeDelegate() -> any SceneDelegate {
    let delegate = TalkSceneDelegate(self)
    delegates = delegates.filter { $0.delegate != nil } + [WeakDelegate(delegate: delegate)]
    // A delegate that was laid out but never connected still uses its room.
    deck.pages.keepRooms(of: Set(living.map { ObjectIdentifier($0) }))
    return delegate
  }

  private var living: [TalkSceneDelegate] { delegates.compactMap(\.delegate) }

  /// Lets videos begin on all screens, after an order or a change of a screen.
  fileprivate func followStarts() {
    let former = starts.beginnings
    let next = starts.follow(talk.playing, at: resources.clock.screens.now) { index in
      living.compactMap { $0.readiness(of: index) }
    }
    if let next { startTimer?.arm(at: next) } else { startTimer?.disarm() }
    guard starts.beginnings != former else { return }
    for delegate in living { delegate.videosDidBegin() }
  }

  /// The videos of the other screens do not wait for a screen that has left, and one of them sounds in its place.
  fileprivate func screenDidLeave() {
    followStarts()
    for delegate in living where delegate.isShowing { delegate.videosDidBegin() }
  }

  /// Whether a screen sounds for all screens. A screen that sounds already keeps the sound.
  fileprivate func sounds(on delegate: TalkSceneDelegate) -> Bool {
    let sounding = living.first { $0.sounds } ?? living.first { $0.isShowing || $0 === delegate }
    return sounding === delegate
  }

  private func begin() {
    deck.slideDidChange = { [weak self] in
      for delegate in self?.living ?? [] { delegate.slideDidChange() }
    }
    deck.pages.follow(page: talk.page, shownPage: talk.shownPage)
  }
}

final class TalkSceneDelegate: SceneDelegate {
  private struct Pending {
    let session: String
    let geometry: OutputGeometry
    /// Whether the layout waits for a new message or code.
    let awaitsNotes: Bool
    let completion: (Result<LayerTree, ContentFailure>) -> Void
  }

  private let scenes: TalkScenes
  private weak var scene: Scene?
  private var pending: [Pending] = []
  /// Whether the tree on the screen may have been laid out without a started video.
  private var lacksVideos = false
  /// Whether the picture is not the due slide.
  private var lacksSlide = false
  private let shapes = TalkShapes()
  private var turn = SlideTurn()
  /// Drops the slide before, after a transition.
  private var settleTimer: (any DisplayTimer)?
  private let videos: SlideVideoPlayers
  private let message: TalkOverlay
  private let code: TalkOverlay

  init(_ scenes: TalkScenes) {
    self.scenes = scenes
    message = TalkOverlay(.message, rasterizer: scenes.resources.rasterizer)
    code = TalkOverlay(.code, rasterizer: scenes.resources.rasterizer)
    videos = SlideVideoPlayers(scenes.resources)
    for note in [message, code] { note.didChange = { [weak self] in self?.overlayDidChange() } }
    videos.didChange = { [weak self] in
      self?.videosDidBegin()
      self?.scenes.followStarts()
    }
    settleTimer = scenes.resources.clock.screens.makeTimer { [weak self] in self?.scene?.setNeedsLayout() }
  }

  /// The reason why a message or a code is not visible.
  var layoutWarning: String? { message.trouble ?? code.trouble }

  func sceneWillConnect(_ scene: Scene, options: ConnectionOptions) {
    self.scene = scene
    scene.window = Window()
  }

  func sceneDidEnterBackground(_ scene: Scene) {
    // The scene returns with its tree, whose videos have ended.
    if !videos.visible.isEmpty { scene.setNeedsLayout() }
    endSlide()
    leaveVideos()
  }

  func sceneDidLayOut(_ scene: Scene, for geometry: OutputGeometry) {
    guard lacksVideos, scene.state != .background else { return }
    lacksVideos = false
    scene.setNeedsLayout()
  }

  func sceneDidDisconnect(_ scene: Scene, reason: DisconnectReason) {
    endSlide()
    scenes.deck.pages.leave(ObjectIdentifier(self))
    for note in [message, code] { note.cancel() }
    pending = []
    self.scene = nil
    leaveVideos()
  }

  func prepareFrame(
    of session: SceneSession, for geometry: OutputGeometry,
    completion: @escaping (Result<LayerTree, ContentFailure>) -> Void
  ) {
    scenes.deck.pages.use(room(geometry), for: ObjectIdentifier(self))
    let hasNewMessage = message.update(scenes.talk.message, on: geometry)
    let hasNewCode = code.update(scenes.talk.code, on: geometry)
    pending.append(
      Pending(
        session: session.identifier, geometry: geometry, awaitsNotes: hasNewMessage || hasNewCode,
        completion: completion))
    answer()
  }

  func slideDidChange() {
    answer()
    if lacksSlide { scene?.setNeedsLayout() }
  }

  func talkDidChange(from former: TalkDeck) {
    former.pages.leave(ObjectIdentifier(self))
    endSlide()
    scene?.setNeedsLayout()
  }

  /// A tree that was laid out before the screen is ready lacks the video.
  func videosDidBegin() {
    lacksVideos = true
    scene?.setNeedsLayout()
  }

  /// Whether its screen shows the talk, or will show it.
  var isShowing: Bool { videos.isPlaying || scene.map { $0.state != .background } == true }

  /// Whether it sounds for all screens.
  var sounds: Bool { videos.soundsForAll }

  /// The state of a video of the shown slide; nil if the screen does not show the talk.
  func readiness(of index: Int) -> SlideVideoStarts.Readiness? {
    isShowing ? videos.readiness(of: index, on: scenes.talk.shownPage) : nil
  }

  /// The other screens go on without this one.
  private func leaveVideos() {
    guard !scenes.deck.videos.videos(on: scenes.talk.shownPage).isEmpty else { return }
    scenes.screenDidLeave()
  }

  private func overlayDidChange() {
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
      } else if let tree = tree(for: layout.geometry, layout.session) {
        layout.completion(.success(tree))
      } else {
        pending.append(layout)
      }
    }
  }

  private func room(_ geometry: OutputGeometry) -> PictureRoom { PictureRoom(geometry, .fit) }

  /// Nil while the slide is being made.
  private func tree(for geometry: OutputGeometry, _ session: String) -> LayerTree? {
    let layers = TalkLayers(scenes.talk, geometry, shapes)
    let notes = message.layers + code.layers
    guard scenes.talk.cover == .none else {
      endTurn()
      return layers.tree([], over: notes)
    }
    guard let slide = scenes.deck.slide(for: room(geometry)) else { return nil }
    lacksSlide = !slide.isCurrent
    var page = layers.page(of: slide)
    guard slide.isCurrent, let picture = slide.picture, scene?.state != .background else {
      endSlide()
      lacksVideos = !scenes.talk.playing.isEmpty
      return layers.tree(page.layers + layers.pointer(over: slide), over: notes)
    }
    let number = scenes.talk.shownPage
    lacksVideos = false
    let shown = SlideVideoPlayers.Slide(
      page: number, rect: picture.image.rect, orders: scenes.talk.playing, beginnings: scenes.starts.beginnings,
      sounds: scenes.sounds(on: self))
    videos.show(scenes.deck.videos.videos(on: number), of: scenes.deck.videos, on: shown, geometry, session: session)
    page.layers += videos.visible.flatMap(\.layers)
    let now = scenes.resources.clock.screens.now
    // A blank or frozen screen shows the slide itself when its cover ends.
    let isSeen = scene?.state == .foregroundActive
    turn.show(
      SlideTurn.Page(number: number, geometry: geometry, picture: picture, tree: page, videos: videos.visible),
      by: isSeen ? transition(to: picture) : .cut, at: now)
    if let settles = turn.settles(at: now) { settleTimer?.arm(at: settles) } else { settleTimer?.disarm() }
    return layers.tree(turn.layers + layers.pointer(over: slide), over: notes)
  }

  private func transition(to picture: CachedPicture) -> TransitionDescription {
    let resources = scenes.resources
    guard !resources.reducesMotion else { return .cut }
    switch resources.motion.talkTransition {
    case .deck: return picture.image.transition.map { TransitionDescription($0) } ?? .cut
    case .fixed(let transition): return transition
    }
  }

  /// The screen does not show the slide any more.
  private func endSlide() {
    endTurn()
    videos.end()
  }

  private func endTurn() {
    turn.forget()
    settleTimer?.disarm()
  }
}
