internal import Composition
internal import ContentModel
internal import DisplayTypes
internal import Presentation
internal import Scenes

/// Plays a content in a region: what its timeline says, at just the moment at which it says so.
///
/// What comes next is made ahead, and handed over shortly before its moment, as layers that begin at it. In between nothing wakes.
final class RegionPlayer {
  let content: ContentDescription
  let geometry: OutputGeometry
  let sources: ContentSources
  /// The region's name in the proof of play; nil for the whole picture.
  let region: String?
  /// Its layers are others.
  var didChange: (() -> Void)?
  /// Why nothing of it can be played now; nil where something can.
  private(set) var failure: ContentFailure?
  /// What is shown, or is about to.
  private(set) var shown = ShownItems()
  /// Looks for what is to be shown now.
  private var search: MomentSearch?
  /// Has, or makes, what comes next.
  private var ahead: MomentSearch?
  /// How what is found first comes in over what another player has shown.
  private var succession: TransitionDescription?
  private var waiting: [() -> Void] = []
  private var isAwake = false
  private var timer: (any DisplayTimer)?
  private let neighbours: PageNeighbours

  /// How long before its moment something is handed to the display thread, in nanoseconds.
  static let lead: UInt64 = 100_000_000
  /// What stays for so long is made once the transition before it is over, so that three pictures at a time are few.
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

  /// Whether what is to be shown now is looked for.
  var isLooking: Bool { search != nil }

  /// The same, and whether it, or one of its regions, is making something.
  var isMaking: Bool {
    search != nil || ahead.map { $0.found == nil } == true || shown.newest?.layout?.isMaking == true
  }

  /// Whether it shows something else by itself, one day.
  var isPlaying: Bool { moment?.until != nil || shown.newest?.layout?.isPlaying == true }

  /// Shows what is due at a time, which may lie ahead, and goes on from there; the completion is called once it can, perhaps at once.
  func start(at time: WallTime, completion: @escaping () -> Void) {
    isAwake = true
    waiting.append(completion)
    // What is being made already is not begun again.
    if search == nil { look(at: time) }
  }

  /// Whether the schedule has switched the power off, and nothing is seen any more of what was shown before.
  var isDark: Bool { shown.settles == nil && moment?.leaf == .powerOff }

  /// What another player has shown gives way to what is found first.
  func succeed(_ former: RegionPlayer, by transition: TransitionDescription) {
    shown = former.shown
    succession = transition
  }

  /// Looks anew at what is due: these files are others than they were, or the clock is; the completion is called as that of `start`.
  func reconsider(_ paths: Set<String>, completion: (() -> Void)? = nil) {
    guard isAwake else { return }
    if let completion { waiting.append(completion) }
    look(at: timeOfWhatIsShown, touched: paths)
  }

  /// Stands where it is, without a timer, until it is started again.
  func stop() {
    isAwake = false
    timer?.disarm()
    search?.cancel()
    search = nil
    ahead?.cancel()
    ahead = nil
    waiting = []
    neighbours.forget()
    for item in shown.items { item.leaf.layout?.stop() }
  }

  /// The present moment, or that of the item which was handed over and is about to be seen.
  private var timeOfWhatIsShown: WallTime {
    let now = clock.now
    guard let since = moment?.since, since > now, since.nanoseconds(since: now) <= Int64(2 * Self.lead) else {
      return now
    }
    return since
  }

  private func look(at time: WallTime, touched paths: Set<String>? = nil) {
    let due = Timeline.moment(of: content, at: time, in: sources.context(for: geometry))
    // If the changed files do not belong to the next item, go on making it.
    if let next = ahead, paths.map({ due.until == next.time && next.stands($0) }) != true {
      next.cancel()
      ahead = nil
    }
    if search == nil, succession == nil, let leaf = shown.newest, due.leaf == moment?.leaf, stands(leaf, paths) {
      stays(due)
      leaf.layout?.reconsider(paths ?? [])
      return looked()
    }
    ahead?.cancel()
    ahead = nil
    search?.cancel()
    let search = MomentSearch(content, on: geometry, sources: sources, at: time) { [weak self] in self?.found($0) }
    self.search = search
    search.begin()
    if self.search != nil { arm() }
  }

  /// Whether what is shown is made of nothing that is another now; without a word on files, they have to be looked at.
  private func stands(_ leaf: PreparedItem, _ paths: Set<String>?) -> Bool {
    guard let paths else { return leaf.path == nil && leaf.layout == nil }
    return leaf.path.map { !paths.contains($0) } ?? true
  }

  private func found(_ found: MomentSearch.Found) {
    search = nil
    failure = found.failure
    if let transition = succession {
      succession = nil
      if found.failure == nil { handOver(found, at: clock.screens.now, by: transition) } else { show(found) }
    } else if let shown = shown.newest, let picture = shown.picture, picture === found.leaf.picture,
      shown.content == found.leaf.content
    {
      stays(found.moment)
    } else if found.failure != nil, hasPicture {
      keep(found.moment)
    } else {
      show(found)
    }
    looked()
  }

  /// Whether something is shown that was to be.
  private var hasPicture: Bool {
    guard let content = shown.newest?.content, content != .powerOff else { return false }
    if case .nothing = content { return false }
    return true
  }

  /// Nothing can be played now: the last picture stays, which counts as nobody's.
  private func keep(_ moment: TimelineMoment) {
    if shown.keep(moment, as: 0) { didChange?() }
  }

  private func looked() {
    let completions = waiting
    waiting = []
    due()
    for completion in completions { completion() }
  }

  /// Shows something at once.
  private func show(_ found: MomentSearch.Found) {
    shown.clear()
    add(ShownItem(leaf: found.leaf), found.moment)
  }

  /// Hands something over that comes in at a moment.
  private func handOver(
    _ found: MomentSearch.Found, at start: MonotonicTime, by transition: TransitionDescription
  ) {
    let motion = TransitionMotion(
      transition, start: start, size: geometry.size, isReduced: sources.resources.reducesMotion)
    shown.giveWay(by: motion, at: clock.screens.now)
    add(ShownItem(leaf: found.leaf, animations: motion.incoming, counter: motion.counter), found.moment)
  }

  /// What is shown is what is due, perhaps in another turn.
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

  /// Does what is due, and waits for the next.
  private func due() {
    guard isAwake else { return }
    passOver()
    guard isAwake else { return }
    guard search == nil else { return arm() }
    let now = clock.screens.now
    if let settles = shown.settles, settles <= now {
      shown.settle()
      didChange?()
    }
    prepareAhead()
    if let until = ahead?.found?.moment.until, until <= clock.now {
      // It was made too late for its turn.
      ahead = nil
      prepareAhead()
    }
    if let next = ahead?.found, let time = handOverTime, time <= now {
      ahead = nil
      failure = next.failure
      if next.failure != nil, hasPicture {
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

  /// Makes what comes next, in good time.
  private func prepareAhead() {
    guard ahead == nil, let moment, let until = moment.until else { return }
    let stay = until.nanoseconds(since: moment.since ?? clock.now)
    guard shown.settles == nil || stay < Self.long else { return }
    // What was too late for its turn is passed over.
    makeAhead(at: max(until, clock.now))
  }

  private func makeAhead(at time: WallTime) {
    var isBeginning = true
    let search = MomentSearch(content, on: geometry, sources: sources, at: time) { [weak self] _ in
      if !isBeginning { self?.due() }
    }
    ahead = search
    search.begin()
    isBeginning = false
  }

  private var handOverTime: MonotonicTime? {
    moment?.until.map { clock.moment(of: $0).reversed(by: Self.lead) }
  }

  private func arm() {
    let handOver = ahead?.found == nil ? nil : handOverTime
    let others = search == nil ? [shown.settles, handOver] : []
    guard let next = (others + [endOfMaking?.moment]).compactMap(\.self).min() else {
      timer?.disarm()
      return
    }
    timer?.arm(at: next)
  }

  /// When what is being made is given up, and for which time.
  private var endOfMaking: (moment: MonotonicTime, next: WallTime?)? {
    search.map { $0.end(lead: 0) } ?? ahead?.end(lead: Self.lead)
  }

  /// A text that takes so long that something else is due by now is given up for that.
  private func passOver() {
    // The clock is read after `endOfMaking`, because its moment may be the present.
    guard let end = endOfMaking, let next = end.next, end.moment <= clock.screens.now else { return }
    let time = max(next, clock.now)
    if let late = search {
      search = nil
      late.giveUp()
      look(at: time)
    } else if let late = ahead {
      ahead = nil
      late.giveUp()
      makeAhead(at: time)
    }
  }

  /// Its layers, in points of the region.
  var layers: [Layer] { shown.layers(on: geometry) }

  /// Its layers with a background that hides everything: those of the content itself where that plays nothing.
  var tree: LayerTree { shown.stillTree ?? LayerTree(background: .black, layers: layers) }
}

extension RegionPlayer {
  /// What it shows at the present moment; nothing before it has found anything.
  func report(at time: WallTime) -> [ShownMoment] {
    guard let moment, let leaf = shown.newest else { return [] }
    // What was handed over ahead of its time is not seen yet.
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
