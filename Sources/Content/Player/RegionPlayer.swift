internal import Composition
internal import ContentModel
internal import DisplayTypes
internal import Presentation
internal import Scenes

/// Plays a content in a region: each picture of its timeline exactly at its moment. The next picture is made ahead. It is handed over
/// shortly before its moment, as layers that begin at that moment. Nothing wakes the daemon in between.
final class RegionPlayer {
  let content: ContentDescription
  let geometry: OutputGeometry
  let sources: ContentSources
  /// The region's name in the proof of play; nil for the whole picture.
  let region: String?
  var didChange: (() -> Void)?
  private(set) var failure: ContentFailure?
  private(set) var shown = ShownItems()
  private var work = Work.asleep
  /// The transition from another player's picture to the first picture that is found.
  private var succession: TransitionDescription?
  private var timer: (any DisplayTimer)?
  private let neighbours: PageNeighbours

  private enum Work {
    /// Before a start, and after a stop.
    case asleep
    case idle
    /// The search for the present picture, and the callers that wait for the picture.
    case searching(MomentSearch, waiting: [() -> Void])
    /// The search for the next picture, which stays here until its handover.
    case ahead(MomentSearch)
  }

  /// The nanoseconds between the handover of a picture and its moment.
  static let lead: UInt64 = 100_000_000
  /// If an item stays at least this long, the next picture is made after the transition to the item. So three pictures are seldom in
  /// memory.
  private static let long: Int64 = 5_000_000_000

  init(_ content: ContentDescription, on geometry: OutputGeometry, sources: ContentSources, region: String? = nil) {
    self.region = region
    self.content = content
    self.geometry = geometry
    self.sources = sources
    neighbours = PageNeighbours(sources: sources)
    timer = sources.resources.clock.screens.makeTimer { [weak self] in self?.due() }
  }

  private var clock: any ContentClock { sources.resources.clock }
  private var moment: TimelineMoment? { shown.moment }

  var isSearching: Bool { if case .searching = work { true } else { false } }

  /// Whether a picture is being made here or in a region of a layout.
  var isMaking: Bool {
    let isSearching =
      switch work {
      case .asleep, .idle: false
      case .searching: true
      case .ahead(let search): search.found == nil && !search.isWaiting
      }
    return isSearching || shown.newest?.layout?.isMaking == true
  }

  var isPlaying: Bool { moment?.until != nil || shown.newest?.layout?.isPlaying == true }

  /// Shows the picture of a time, perhaps in the future, and continues from it. Completes once the picture is there, perhaps immediately.
  func start(at time: WallTime, completion: @escaping () -> Void) {
    switch work {
    // A running search continues.
    case .searching(let search, let waiting): work = .searching(search, waiting: waiting + [completion])
    case .asleep:
      work = .idle
      find(at: time, waiting: [completion])
    case .idle, .ahead: find(at: time, waiting: [completion])
    }
  }

  /// Whether the schedule has switched the power off and no transition is running.
  var isDark: Bool { shown.settles == nil && moment?.leaf == .powerOff }

  /// Continues the picture of another player, with a transition to the first picture that is found.
  func succeed(_ former: RegionPlayer, by transition: TransitionDescription) {
    shown = former.shown
    succession = transition
  }

  /// Searches again after a change of these files or of the clock. Completes as `start` does.
  func reconsider(_ paths: Set<String>, completion: (() -> Void)? = nil) {
    let added = [completion].compactMap(\.self)
    switch work {
    case .asleep: break
    case .idle, .ahead: find(at: timeOfWhatIsShown, waiting: added, touched: paths)
    case .searching(_, let waiting): find(at: timeOfWhatIsShown, waiting: waiting + added, touched: paths)
    }
  }

  func stop() {
    timer?.disarm()
    cancelSearch()
    work = .asleep
    neighbours.forget()
    for item in shown.items { item.leaf.layout?.stop() }
  }

  /// The present time, or the first moment of an item that was handed over before its time.
  private var timeOfWhatIsShown: WallTime {
    let now = clock.now
    guard let since = moment?.since, since > now, since.nanoseconds(since: now) <= Int64(2 * Self.lead) else {
      return now
    }
    return since
  }

  private func cancelSearch() {
    switch work {
    case .asleep, .idle: break
    case .searching(let search, _), .ahead(let search): search.cancel()
    }
  }

  private func find(at time: WallTime, waiting: [() -> Void], touched paths: Set<String>? = nil) {
    let due = Timeline.moment(of: content, at: time, in: sources.context(for: geometry))
    // An item continues to be made if its files have not changed.
    if case .ahead(let next) = work, paths.map({ due.until == next.time && next.stands($0) }) != true {
      next.cancel()
      work = .idle
    }
    if !isSearching, succession == nil, let leaf = shown.newest, due.leaf == moment?.leaf, stands(leaf, paths) {
      stays(due)
      leaf.clockDidChange()
      leaf.layout?.reconsider(paths ?? [])
      return finish(waiting)
    }
    cancelSearch()
    let search = MomentSearch(content, on: geometry, sources: sources, at: time) { [weak self] in self?.found($0) }
    work = .searching(search, waiting: waiting)
    search.begin()
    if isSearching { arm() }
  }

  /// Whether an item uses no changed file; nil paths mean that any file may have changed.
  private func stands(_ leaf: PreparedItem, _ paths: Set<String>?) -> Bool {
    guard let paths else { return leaf.path == nil && leaf.layout == nil }
    return leaf.path.map { !paths.contains($0) } ?? true
  }

  private func found(_ found: MomentSearch.Found) {
    failure = found.failure
    if let transition = succession {
      succession = nil
      if found.failure == nil { handOver(found, at: clock.screens.now, by: transition) } else { show(found) }
    } else if let shown = shown.newest, let picture = shown.picture, picture === found.leaf.picture,
      shown.content == found.leaf.content
    {
      stays(found.moment)
    } else if found.failure != nil, mayStay(at: clock.now) {
      keep(found.moment)
    } else {
      show(found)
    }
    // A change during the handover may have stopped the player or begun another search.
    guard case .searching(let search, let waiting) = work, search.found != nil else { return }
    work = .idle
    finish(waiting)
  }

  /// Whether a picture of the content is shown.
  private var hasPicture: Bool {
    guard let content = shown.newest?.content, content != .powerOff else { return false }
    if case .nothing = content { return false }
    return true
  }

  /// Whether the last picture may stay while nothing can be played. After the hours of its item it may not.
  private func mayStay(at time: WallTime) -> Bool {
    hasPicture && moment?.hoursEnd.map { $0 > time } != false
  }

  /// Keeps the last picture while nothing can be played. The proof of play counts it for no item.
  private func keep(_ moment: TimelineMoment) {
    var kept = moment
    kept.hoursEnd = self.moment?.hoursEnd
    kept.until = [moment.until, kept.hoursEnd].compactMap(\.self).min()
    if shown.keep(kept, as: 0) { didChange?() }
  }

  private func finish(_ waiting: [() -> Void]) {
    due()
    for completion in waiting { completion() }
  }

  private func show(_ found: MomentSearch.Found) {
    shown.clear()
    add(ShownItem(leaf: found.leaf), found.moment)
  }

  private func handOver(_ found: MomentSearch.Found, at start: MonotonicTime, by transition: TransitionDescription) {
    let motion = TransitionMotion(
      transition, start: start, size: geometry.size, isReduced: sources.resources.reducesMotion)
    shown.giveWay(by: motion, at: clock.screens.now)
    add(ShownItem(leaf: found.leaf, animations: motion.incoming, counter: motion.counter), found.moment)
  }

  /// Keeps the picture, perhaps for another turn of its item.
  private func stays(_ moment: TimelineMoment) {
    if shown.keep(moment, as: sources.number(of: moment, in: region)) { didChange?() }
  }

  private func add(_ item: ShownItem, _ moment: TimelineMoment) {
    var item = item
    item.number = sources.number(of: moment, in: region)
    shown.add(item, moment)
    item.leaf.layout?.didChange = { [weak self] in self?.didChange?() }
    didChange?()
  }

  /// Does the work that is due, and sets the timer for the next.
  private func due() {
    skipLate()
    switch work {
    case .asleep: return
    case .searching: return arm()
    case .idle, .ahead: break
    }
    let now = clock.screens.now
    if let settles = shown.settles, settles <= now {
      shown.settle()
      didChange?()
    }
    prepareAhead()
    if let until = next?.moment.until, until <= clock.now {
      // It was made too late for its turn.
      work = .idle
      prepareAhead()
    }
    if let next, let time = handOverTime, time <= now {
      work = .idle
      failure = next.failure
      if next.failure != nil, mayStay(at: moment?.until ?? clock.now) {
        keep(next.moment)
      } else {
        let start = next.moment.since ?? clock.now
        handOver(next, at: clock.moment(of: start), by: next.failure == nil ? next.moment.transition : .cut)
      }
      prepareAhead()
    }
    neighbours.follow(moment, shown.settles == nil ? shown.newest : nil)
    arm()
  }

  private func prepareAhead() {
    guard case .idle = work, let moment, let until = moment.until else { return }
    let stay = until.nanoseconds(since: moment.since ?? clock.now)
    guard shown.settles == nil || stay < Self.long else { return }
    // Skip a picture that missed its turn.
    makeAhead(at: max(until, clock.now))
  }

  private func makeAhead(at time: WallTime) {
    var isBeginning = true
    let search = MomentSearch(content, on: geometry, sources: sources, at: time) { [weak self] _ in
      if !isBeginning { self?.due() }
    }
    work = .ahead(search)
    search.begin()
    isBeginning = false
  }

  private var next: MomentSearch.Found? { if case .ahead(let search) = work { search.found } else { nil } }

  private var handOverTime: MonotonicTime? {
    moment?.until.map { clock.moment(of: $0).reversed(by: Self.lead) }
  }

  private func arm() {
    let others = isSearching ? [] : [shown.settles, next == nil ? nil : handOverTime]
    guard let time = (others + [endOfMaking?.moment]).compactMap(\.self).min() else {
      timer?.disarm()
      return
    }
    timer?.arm(at: time)
  }

  /// The moment at which a search takes too long, and the time of the search after it.
  private var endOfMaking: (moment: MonotonicTime, next: WallTime?)? {
    switch work {
    case .asleep, .idle: nil
    case .searching(let search, _): search.end(lead: 0)
    case .ahead(let search): search.end(lead: Self.lead)
    }
  }

  /// Gives up a text that is not ready when another item is due.
  private func skipLate() {
    // The clock is read after `endOfMaking`, because its moment may be the present.
    guard let end = endOfMaking, let next = end.next, end.moment <= clock.screens.now else { return }
    let time = max(next, clock.now)
    switch work {
    case .asleep, .idle: break
    case .searching(let late, let waiting):
      work = .idle
      late.giveUp()
      find(at: time, waiting: waiting)
    case .ahead(let late):
      work = .idle
      late.giveUp()
      makeAhead(at: time)
    }
  }

  var layers: [Layer] { shown.layers(on: geometry) }

  /// The warning about the newest picture, or about one in its regions.
  var warning: String? { shown.newest.flatMap { $0.warning ?? $0.layout?.warning } }

  /// The layers on a background that hides everything. Content that plays nothing keeps its own background.
  var tree: LayerTree { shown.stillTree ?? LayerTree(background: .black, layers: layers) }
}

extension RegionPlayer {
  /// Reports the present moment; empty before the first picture.
  func report(at time: WallTime) -> [ShownMoment] {
    guard let moment, let leaf = shown.newest else { return [] }
    // A picture that was handed over ahead of its moment is not visible yet.
    if let since = moment.since, since > time, let former = shown.former, let earlier = shown.items.dropLast().last {
      return report(of: earlier.leaf, former, at: time)
    }
    return report(of: leaf, moment, at: time)
  }

  private func report(of leaf: PreparedItem, _ moment: TimelineMoment, at time: WallTime) -> [ShownMoment] {
    if let layout = leaf.layout {
      return layout.report(at: time).map { inner in
        var shown = inner
        shown.moment.item = [moment.item, inner.moment.item].filter { !$0.isEmpty }.joined(separator: "/")
        shown.isSecret = inner.isSecret || leaf.isSecret
        return shown
      }
    }
    if case .nothing = leaf.content { return [ShownMoment(moment, region: region)] }
    let isOverdue = moment.until.map { $0 <= time } ?? false
    return [ShownMoment(moment, region: region, seen: leaf.content, isOverdue: isOverdue)]
  }
}
