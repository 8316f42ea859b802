internal import Composition
internal import ContentModel
internal import DisplayTypes
internal import Presentation
internal import Scenes

final class ContentPlayer {
  let content: ContentDescription
  let geometry: OutputGeometry
  /// Whether it uses only files of the media folder.
  let isConfined: Bool
  var didChange: (() -> Void)?
  /// Called after a change with whether the content's schedule switches the screen's power off.
  var darknessDidChange: ((Bool) -> Void)?
  /// Receives each trouble once, as a sentence, while something else can be played.
  var reportTrouble: ((String) -> Void)?
  /// Returns whether the screen is black or frozen.
  var isCovered: @MainActor () -> Bool {
    get { sources.use.isCovered }
    set { sources.use.isCovered = newValue }
  }
  private let sources: ContentSources
  private let player: RegionPlayer
  private var state = State.closed
  private var timer: (any DisplayTimer)?
  /// Troubles that were found before the start had a result.
  private var pendingTroubles: [String] = []

  /// Called once with the first picture, or the reason why there is none.
  typealias Completion = (Result<LayerTree, ContentFailure>) -> Void
  private typealias State = ContentPlayerState<Completion>

  init(
    _ content: ContentDescription, on geometry: OutputGeometry, _ resources: ContentResources, session: String = ""
  ) {
    self.content = content
    self.geometry = geometry
    isConfined = resources.isConfined
    sources = ContentSources(content, resources, session: session)
    player = RegionPlayer(content, on: geometry, sources: sources)
    timer = resources.clock.screens.makeTimer { [weak self] in self?.perform { $0.timerFired($1, at: $2) } }
    player.didChange = { [weak self] in self?.playerDidChange() }
    sources.troubles.report = { [weak self] in self?.handleTrouble($0) }
    sources.didChange = { [weak self] in
      self?.player.reconsider($0) { self?.perform { $0.foundAgain($1, at: $2) } }
      if case .suspended = self?.state { self?.followPower() }
    }
    sources.troubles.isMaking = { [weak self] in self?.player.isMaking == true }
  }

  var tree: LayerTree { player.tree.numbered() }
  var cards: SetupCardState.Demand { player.shown.cards }
  var isPlayable: Bool { player.failure == nil && player.shown.newest != nil }

  /// Whether the picture changes with time, so that an earlier picture is out of date.
  var isPlaying: Bool { player.isPlaying }
  var isDark: Bool { player.isDark }
  var isStarting: Bool { state.isStarting }
  var isRefused: Bool { state.isRefused }
  var warning: String? { player.warning }

  /// Nil while it is suspended.
  var report: ContentReport? {
    switch state {
    case .closed, .suspended: nil
    case .starting, .waiting, .playing, .refused:
      ContentReport(
        moments: player.report(at: clock.now),
        troubles: sources.reasons(on: geometry) + [warning].compactMap(\.self))
    }
  }

  var troubles: [String] { sources.troubles.all }

  /// The reason why nothing can be shown; nil if something can be shown, or is still being made.
  var obstacle: String? { isStarting ? nil : player.failure?.message }

  /// Makes the due picture and continues from it. Completes once, perhaps immediately. A stop or another start drops the completion.
  func start(completion: @escaping Completion) {
    timer?.disarm()
    perform(state.start(completion))
    sources.whenReady { [weak self] in self?.search() }
  }

  /// Continues the picture of another player of the same document, with the transition of this content.
  func succeed(_ former: ContentPlayer) {
    guard former.geometry == geometry, case .deck(let old) = former.content, case .deck(let new) = content,
      old.file == new.file, old.page != new.page, new.pageMilliseconds == nil
    else { return }
    player.succeed(former.player, by: new.transition)
  }

  /// Pauses playing until the next start. Files are still observed, and the schedule still switches the power.
  func suspend() {
    player.stop()
    perform(state.suspend())
  }

  func stop() {
    state.stop()
    didChange = nil
    reportTrouble = nil
    darknessDidChange = nil
    timer?.disarm()
    player.stop()
    sources.close()
  }

  private var clock: any ContentClock { sources.resources.clock }

  private func search() {
    player.start(at: clock.now) { [weak self] in self?.perform { $0.found($1, at: $2) } }
  }

  private func playerDidChange() {
    if isPlayable { perform { $0.foundAgain($1, at: $2) } }
    darknessDidChange?(player.isDark)
    didChange?()
  }

  /// Hands an input to the state, with the present finding and time, and performs its action.
  private func perform(_ input: (inout State, State.Finding, MonotonicTime) -> State.Action) {
    perform(input(&state, finding, clock.screens.now))
  }

  private var finding: State.Finding {
    guard let failure = player.failure else { return .picture }
    return sources.troubles.unfinished.isAny ? .unfinished(failure) : .failure(failure)
  }

  private func perform(_ action: State.Action) {
    switch action {
    case .open: sources.open()
    // A running search continues, and the planned retry of its failures stays.
    case .searchAgain: if !player.isSearching { sources.troubles.forgetTemporary() }
    case .wait(let deadline): timer?.arm(at: deadline)
    case .show(let completion):
      timer?.disarm()
      completion(.success(tree))
      let reasons = pendingTroubles
      pendingTroubles = []
      for reason in reasons { reportTrouble?(reason) }
    case .refuse(let completion, let failure):
      timer?.disarm()
      // The start reports only that failure.
      pendingTroubles = []
      completion(.failure(failure))
    case .followPower: followPower()
    case .nothing: break
    }
  }

  private func followPower() {
    guard sources.needs.power else { return }
    let moment = Timeline.moment(of: content, at: clock.now, in: sources.context(for: geometry))
    if let until = moment.until { timer?.arm(at: clock.moment(of: until)) }
    darknessDidChange?(moment.leaf == .powerOff)
  }

  private func handleTrouble(_ reason: String) {
    if isStarting || isRefused { pendingTroubles.append(reason) } else { reportTrouble?(reason) }
  }
}
