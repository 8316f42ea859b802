internal import Rasterizing
public import Scenes
public import Talks

/// What the scenes of a talk show: the talk as it is, and its document.
public final class TalkStage {
  /// The talk; its screens show a change with `SceneSystem.frontDidChange`.
  public var talk: Talk {
    didSet { deck.follow(page: talk.page, shownPage: talk.shownPage) }
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
    deck.keepRooms(of: Set(living.map { ObjectIdentifier($0) }))
    return delegate
  }

  private var living: [TalkSceneDelegate] { delegates.compactMap(\.delegate) }

  private func begin() {
    deck.slideDidChange = { [weak self] in
      for delegate in self?.living ?? [] { delegate.slideDidChange() }
    }
    deck.follow(page: talk.page, shownPage: talk.shownPage)
  }
}
