internal import Composition
internal import ContentModel
internal import DisplayTypes
internal import Presentation
internal import Scenes

/// Plays a scene's content for one geometry.
final class ContentPlayer {
  let content: ContentDescription
  let geometry: OutputGeometry
  /// Its tree is another one.
  var didChange: (() -> Void)?
  /// Whether its schedule switches the screen's power off is another.
  var darknessDidChange: ((Bool) -> Void)?
  /// Gets what cannot be played while something else can, a sentence each, told once.
  var tell: ((String) -> Void)?
  /// Whether it had nothing to show when it was started.
  private(set) var isRefused = false
  private let sources: ContentSources
  private let player: RegionPlayer
  private var isOpen = false
  /// Nobody sees it.
  private var isAsleep = false
  /// Its first picture waits for a file that somebody is writing.
  private var isWaiting = false
  /// That takes too long.
  private var isOverdue = false
  private var timer: (any DisplayTimer)?
  /// Said before it is known whether there is anything to show.
  private var unsaid: [String] = []
  /// Who waits for the first picture.
  private var completion: ((Result<LayerTree, ContentFailure>) -> Void)?

  /// How long a file may be written before whoever asked for it is told so, in nanoseconds.
  private static let patience: UInt64 = 10_000_000_000

  init(
    _ content: ContentDescription, on geometry: OutputGeometry, _ resources: ContentResources, session: String = ""
  ) {
    self.content = content
    self.geometry = geometry
    sources = ContentSources(content, resources, session: session)
    player = RegionPlayer(content, on: geometry, sources: sources)
    player.didChange = { [weak self] in self?.playerDidChange() }
    sources.troubles.report = { [weak self] in self?.say($0) }
    sources.didChange = { [weak self] in
      self?.player.reconsider($0) { self?.filesWereLookedAt() }
      self?.doze()
    }
    sources.troubles.isMaking = { [weak self] in self?.player.isMaking == true }
  }

  /// What is shown.
  var tree: LayerTree { player.tree.numbered() }

  /// The set-up cards that are seen in it.
  var cards: SetupCardState.Demand { player.shown.cards }

  /// Whether it has something to show.
  var isPlayable: Bool { player.failure == nil && player.shown.newest != nil }

  /// Whether it shows something else by itself, one day, so that what it showed is old when it returns.
  var isPlaying: Bool { player.isPlaying }

  /// Whether its schedule has switched the screen's power off.
  var isDark: Bool { player.isDark }

  /// Whether its first picture is waited for.
  var isStarting: Bool { completion != nil }

  /// What is not right about what is shown, as a sentence for the user.
  var warning: String? { player.shown.newest?.warning }

  /// What is shown of it, and what cannot be; nil while nobody sees it.
  var report: ContentReport? {
    guard isOpen, !isAsleep else { return nil }
    return ContentReport(moments: player.report(at: clock.now), troubles: sources.reasons(on: geometry))
  }

  /// What of it cannot be shown, as far as that is known.
  var troubles: [String] { isOpen ? sources.troubles.all : [] }

  /// Why nothing of it can be shown; nil where something can, or it is being made.
  var obstacle: String? { isStarting ? nil : player.failure?.message }

  /// Makes what is due now and goes on from there; the completion is called once, perhaps at once, unless it is stopped or started again.
  func start(completion: @escaping (Result<LayerTree, ContentFailure>) -> Void) {
    self.completion = completion
    isAsleep = false
    timer?.disarm()
    if !isOpen {
      isOpen = true
      sources.open()
    } else if !player.isLooking {
      // What is being made already is not begun again: what has failed in it is still to be tried again later.
      sources.troubles.forgetTemporary()
    }
    sources.whenReady { [weak self] in self?.look() }
  }

  /// What another player shows of the same document gives way to this, as the content says.
  func succeed(_ former: ContentPlayer) {
    guard former.geometry == geometry, case .deck(let old) = former.content, case .deck(let new) = content,
      old.file == new.file, old.page != new.page, new.pageMilliseconds == nil
    else { return }
    player.succeed(former.player, by: new.transition)
  }

  /// Stands, without a timer, until it is started again; files are still looked after.
  ///
  /// A schedule that switches the power goes on doing so.
  func sleep() {
    completion = nil
    player.stop()
    isAsleep = true
    doze()
  }

  /// Ends.
  func stop() {
    completion = nil
    didChange = nil
    tell = nil
    darknessDidChange = nil
    timer?.disarm()
    player.stop()
    sources.close()
  }

  private func look() {
    player.start(at: clock.now) { [weak self] in self?.answer() }
  }

  private var clock: any ContentClock { sources.resources.clock }

  private func answer() {
    guard let completion else { return }
    if let failure = player.failure {
      // Who asks for a picture that is just being copied gets it when it is there.
      if sources.troubles.unfinished.isAny, !isOverdue { return wait() }
      self.completion = nil
      isRefused = true
      unsaid = []
      return completion(.failure(failure))
    }
    self.completion = nil
    isRefused = false
    completion(.success(tree))
    let reasons = unsaid
    unsaid = []
    for reason in reasons { tell?(reason) }
  }

  private func playerDidChange() {
    if completion != nil, isWaiting, isPlayable {
      isWaiting = false
      timer?.disarm()
      answer()
    }
    darknessDidChange?(player.isDark)
    didChange?()
  }

  /// A file that was waited for is whole, and cannot be shown either.
  private func filesWereLookedAt() {
    guard isWaiting, !sources.troubles.unfinished.isAny else { return }
    isWaiting = false
    timer?.disarm()
    answer()
  }

  /// Waits for a file that somebody is writing, but not for ever.
  private func wait() {
    guard !isWaiting else { return }
    isWaiting = true
    arm(at: clock.screens.now.advanced(by: Self.patience))
  }

  /// Looks, while nobody sees it, when the schedule switches the power.
  private func doze() {
    guard isAsleep, sources.needs.power else { return }
    let moment = Timeline.moment(of: content, at: clock.now, in: sources.context(for: geometry))
    if let until = moment.until { arm(at: clock.moment(of: until)) }
    darknessDidChange?(moment.leaf == .powerOff)
  }

  private func arm(at time: MonotonicTime) {
    let timer = timer ?? clock.screens.makeTimer { [weak self] in self?.due() }
    self.timer = timer
    timer.arm(at: time)
  }

  private func due() {
    if isAsleep { return doze() }
    guard isWaiting else { return }
    isWaiting = false
    isOverdue = true
    answer()
    isOverdue = false
  }

  private func say(_ reason: String) {
    // Where nothing can be shown that is answered, and nothing else.
    if completion != nil || isRefused { unsaid.append(reason) } else { tell?(reason) }
  }
}

nonisolated extension LayerTree {
  /// The tree with an identifier of its own for each layer: what was put together of several trees.
  func numbered() -> LayerTree {
    var last: UInt32 = 0
    var tree = self
    for index in tree.layers.indices { Self.number(&tree.layers[index], &last) }
    return tree
  }

  private static func number(_ layer: inout Layer, _ last: inout UInt32) {
    last += 1
    layer.id = LayerID(rawValue: last)
    for index in layer.sublayers.indices { number(&layer.sublayers[index], &last) }
  }
}
