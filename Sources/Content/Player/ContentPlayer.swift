internal import Composition
internal import DisplayTypes
internal import Scenes

/// Plays a scene's content for one geometry.
final class ContentPlayer {
  let content: ContentDescription
  let geometry: OutputGeometry
  /// Its tree is another one.
  var didChange: (() -> Void)?
  /// Gets what cannot be played while something else can, a sentence each, told once.
  var tell: ((String) -> Void)?
  /// Whether it had nothing to show when it was started.
  private(set) var isRefused = false
  private let board: PlayBoard
  private let player: RegionPlayer
  private var isOpen = false
  /// Said before it is known whether there is anything to show.
  private var unsaid: [String] = []
  /// Who waits for the first picture.
  private var completion: ((Result<LayerTree, ContentFailure>) -> Void)?

  init(_ content: ContentDescription, on geometry: OutputGeometry, _ resources: ContentResources) {
    self.content = content
    self.geometry = geometry
    board = PlayBoard(content, resources)
    player = RegionPlayer(content, on: geometry, board: board)
    player.didChange = { [weak self] in self?.didChange?() }
    board.tell = { [weak self] in self?.say($0) }
    board.didChange = { [weak self] in self?.player.reconsider($0) }
  }

  /// What is shown.
  var tree: LayerTree { player.tree.numbered() }

  /// Whether it has something to show.
  var isPlayable: Bool { player.failure == nil && !player.items.isEmpty }

  /// Whether it shows something else by itself, one day, so that what it showed is old when it returns.
  var isPlaying: Bool { player.isPlaying }

  /// Whether its first picture is waited for.
  var isStarting: Bool { completion != nil }

  /// What is not right about what is shown, as a sentence for the user.
  var warning: String? { player.items.last?.leaf.warning }

  /// Makes what is due now and goes on from there; the completion is called once, perhaps at once, unless it is stopped or started again.
  func start(completion: @escaping (Result<LayerTree, ContentFailure>) -> Void) {
    self.completion = completion
    if isOpen {
      board.forgetTemporaryTroubles()
    } else {
      isOpen = true
      board.open()
    }
    board.whenReady { [weak self] in self?.look() }
  }

  /// What another player shows of the same document gives way to this, as the content says.
  func succeed(_ former: ContentPlayer) {
    guard former.geometry == geometry, case .deck(let old) = former.content, case .deck(let new) = content,
      old.file == new.file, old.page != new.page, new.pageMilliseconds == nil
    else { return }
    player.succeed(former.player, by: new.transition)
  }

  /// Stands, without a timer, until it is started again; files are still looked after.
  func sleep() {
    completion = nil
    player.stop()
  }

  /// Ends.
  func stop() {
    completion = nil
    didChange = nil
    tell = nil
    player.stop()
    board.close()
  }

  private func look() {
    player.start(at: board.resources.clock.now) { [weak self] in
      guard let self, let completion else { return }
      self.completion = nil
      if let failure = player.failure {
        isRefused = true
        unsaid = []
        completion(.failure(failure))
      } else {
        isRefused = false
        completion(.success(tree))
        let reasons = unsaid
        unsaid = []
        for reason in reasons { tell?(reason) }
      }
    }
  }

  private func say(_ reason: String) {
    // Where nothing can be shown that is answered, and nothing else.
    if completion != nil || isRefused { unsaid.append(reason) } else { tell?(reason) }
  }
}
