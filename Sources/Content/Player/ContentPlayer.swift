internal import Composition
internal import ContentModel
internal import DisplayTypes
internal import Presentation
internal import Scenes

/// Plays a scene's content for one geometry.
final class ContentPlayer {
  let content: ContentDescription
  let geometry: OutputGeometry
  var didChange: (() -> Void)?
  /// Called after a change with whether the content's schedule switches the screen's power off.
  var darknessDidChange: ((Bool) -> Void)?
  /// Receives each trouble once, as a sentence, while something else can be played.
  var reportTrouble: ((String) -> Void)?
  /// Whether the last start had nothing to show.
  private(set) var isRefused = false
  private let sources: ContentSources
  private let player: RegionPlayer
  private var isOpen = false
  private var isSuspended = false
  /// Whether the first picture waits for a file that is being written.
  private var isWaiting = false
  /// Whether the wait for the first picture has timed out.
  private var isOverdue = false
  private var timer: (any DisplayTimer)?
  /// Troubles that were found before the start had a result.
  private var pendingTroubles: [String] = []
  /// Called once with the first picture, or the reason why there is none.
  private var completion: ((Result<LayerTree, ContentFailure>) -> Void)?

  /// The longest wait for a file that is being written, in nanoseconds.
  private static let patience: UInt64 = 10_000_000_000

  init(
    _ content: ContentDescription, on geometry: OutputGeometry, _ resources: ContentResources, session: String = ""
  ) {
    self.content = content
    self.geometry = geometry
    sources = ContentSources(content, resources, session: session)
    player = RegionPlayer(content, on: geometry, sources: sources)
    player.didChange = { [weak self] in self?.playerDidChange() }
    sources.troubles.report = { [weak self] in self?.handleTrouble($0) }
    sources.didChange = { [weak self] in
      self?.player.reconsider($0) { self?.filesWereChecked() }
      self?.followPower()
    }
    sources.troubles.isMaking = { [weak self] in self?.player.isMaking == true }
  }

  var tree: LayerTree { player.tree.numbered() }
  var cards: SetupCardState.Demand { player.shown.cards }
  var isPlayable: Bool { player.failure == nil && player.shown.newest != nil }

  /// Whether the picture changes with time, so that an earlier picture is out of date.
  var isPlaying: Bool { player.isPlaying }
  var isDark: Bool { player.isDark }
  /// Whether a start is under way.
  var isStarting: Bool { completion != nil }
  var warning: String? { player.shown.newest?.warning }

  /// Nil while it is suspended.
  var report: ContentReport? {
    guard isOpen, !isSuspended else { return nil }
    return ContentReport(moments: player.report(at: clock.now), troubles: sources.reasons(on: geometry))
  }

  var troubles: [String] { isOpen ? sources.troubles.all : [] }

  /// The reason why nothing can be shown; nil if something can be shown, or is still being made.
  var obstacle: String? { isStarting ? nil : player.failure?.message }

  /// Makes the due picture and continues from it.
  ///
  /// Completes once, perhaps immediately. A stop or another start drops the completion.
  func start(completion: @escaping (Result<LayerTree, ContentFailure>) -> Void) {
    self.completion = completion
    isSuspended = false
    timer?.disarm()
    if !isOpen {
      isOpen = true
      sources.open()
    } else if !player.isSearching {
      // A running search continues, and the planned retry of its failures stays.
      sources.troubles.forgetTemporary()
    }
    sources.whenReady { [weak self] in self?.begin() }
  }

  /// Continues the picture of another player of the same document, with the transition of this content.
  func succeed(_ former: ContentPlayer) {
    guard former.geometry == geometry, case .deck(let old) = former.content, case .deck(let new) = content,
      old.file == new.file, old.page != new.page, new.pageMilliseconds == nil
    else { return }
    player.succeed(former.player, by: new.transition)
  }

  /// Pauses playing until the next start.
  ///
  /// Files are still observed, and the schedule still switches the power.
  func suspend() {
    completion = nil
    player.stop()
    isSuspended = true
    followPower()
  }

  func stop() {
    completion = nil
    didChange = nil
    reportTrouble = nil
    darknessDidChange = nil
    timer?.disarm()
    player.stop()
    sources.close()
  }

  private func begin() { player.start(at: clock.now) { [weak self] in self?.answer() } }

  private var clock: any ContentClock { sources.resources.clock }

  private func answer() {
    guard let completion else { return }
    if let failure = player.failure {
      // Wait for a picture that is still being copied.
      if sources.troubles.unfinished.isAny, !isOverdue { return wait() }
      self.completion = nil
      isRefused = true
      pendingTroubles = []
      return completion(.failure(failure))
    }
    self.completion = nil
    isRefused = false
    completion(.success(tree))
    let reasons = pendingTroubles
    pendingTroubles = []
    for reason in reasons { reportTrouble?(reason) }
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

  /// The file is complete now.
  ///
  /// If it still cannot be shown, the start ends with that failure.
  private func filesWereChecked() {
    guard isWaiting, !sources.troubles.unfinished.isAny else { return }
    isWaiting = false
    timer?.disarm()
    answer()
  }

  private func wait() {
    guard !isWaiting else { return }
    isWaiting = true
    arm(at: clock.screens.now.advanced(by: Self.patience))
  }

  /// Follows the schedule's power while the player is suspended.
  private func followPower() {
    guard isSuspended, sources.needs.power else { return }
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
    if isSuspended { return followPower() }
    guard isWaiting else { return }
    isWaiting = false
    isOverdue = true
    answer()
    isOverdue = false
  }

  private func handleTrouble(_ reason: String) {
    // If nothing can be shown, the start reports only that failure.
    if completion != nil || isRefused { pendingTroubles.append(reason) } else { reportTrouble?(reason) }
  }
}
