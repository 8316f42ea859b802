internal import ContentModel
internal import DisplayTypes
internal import Presentation
internal import Rasterizing
internal import Scenes

/// What is known of the files, folders and decks of one content, for all players of it.
///
/// Looks after them as long as it lives; a player asks when it needs something, and is told when something has changed.
final class ContentSources {
  let resources: ContentResources
  /// The identifier of the session that plays, for the proof of play.
  let session: String
  /// For the timeline of the whole content.
  private(set) var context = TimelineContext()
  /// Something is another than it was: these files and folders, or the clock.
  var didChange: ((_ paths: Set<String>) -> Void)?
  /// Whether something is being made just now, which a change would begin anew.
  var isMaking: () -> Bool = { false }
  /// Gets what cannot be played, a sentence each, told once.
  var tell: ((String) -> Void)?
  /// The last face of each region: a clock that goes on changes only the figures that are others.
  var faces: [OutputGeometry: ClockFaceLayout] = [:]
  private let content: ContentDescription
  let needs: ContentNeeds
  private var watch: (any MediaWatch)?
  private var clockWatch: AnyObject?
  private var setupWatch: AnyObject?
  private var takesClockForRight = false
  private var counts: [String: RasterTicket] = [:]
  private var waiting: [() -> Void] = []
  private var told: Set<String> = []
  /// Files that may be played later although nobody changes them.
  private var temporary: Set<String> = []
  /// Why texts could not be drawn, and when they may be, until they are tried again.
  private var undrawn: [String: ContentFailure.Retry] = [:]
  private var unfinished: [String: UnfinishedFile] = [:]
  private var unfinishedTimer: (any DisplayTimer)?
  /// What opening files has told for reports: why it failed, or that it did not; until they change.
  private var opened: [String: String?] = [:]
  private var backoff = Backoff(first: 5_000_000_000, longest: 300_000_000_000)
  private var retryTimer: (any DisplayTimer)?
  /// When it fires; nil where nothing is to be tried again.
  private var retryTime: MonotonicTime?
  private var lastFailure: MonotonicTime?
  /// When a text failed last, by the reason.
  private var textFailures: [String: MonotonicTime] = [:]

  /// A file that somebody writes.
  private struct UnfinishedFile {
    /// When that was seen first.
    var since: MonotonicTime
    /// Whether it still was when it was opened last, and has not changed since then.
    var isAwaited = true
    /// What is told of it after a while; nil if that was told.
    var failure: ContentFailure?
  }

  /// A file that is written for so long is told of, in nanoseconds: one that was just copied is whole before.
  private static let writingPatience: UInt64 = 15_000_000_000
  /// What fails after so long without a failure is a new trouble, which is told, and tried again soon; nanoseconds.
  private static let peace: UInt64 = 600_000_000_000
  /// Said of what a player goes on without.
  private static let untilMended = "; it is not shown until that is mended"
  /// Likewise, of what the board tries again by itself.
  private static let untilTriedAgain = "; it is tried again"
  /// Files that are opened for reports.
  private static let mostOpened = 256

  init(_ content: ContentDescription, _ resources: ContentResources, session: String = "") {
    self.session = session
    self.content = content
    self.resources = resources
    needs = ContentNeeds(of: content)
  }

  /// Looks at folders and decks from now on.
  func open() {
    context.isClockRight = resources.clock.isRight
    if Timeline.needsTime(content) {
      context.zones = resources.zones(of: content)
      clockWatch = resources.clock.observe { [weak self] in self?.clockDidChange() }
    }
    if needs.setup {
      context.setup = resources.setup.note
      setupWatch = resources.setup.observe { [weak self] in self?.setupDidChange() }
    }
    // First looked after, then looked at, so that nothing is missed in between.
    follow()
    for folder in needs.folders { list(folder) }
    if !needs.folders.isEmpty { follow() }
    for deck in needs.decks { count(deck) }
  }

  /// For the timeline of a region of that shape.
  func context(for geometry: OutputGeometry) -> TimelineContext {
    var context = context
    context.isPortrait = geometry.uprightPixels.height > geometry.uprightPixels.width
    return context
  }

  /// Why files and folders cannot be shown at present, in the order of their names: what was found out by trying, and what opening tells; then
  /// why texts cannot.
  func troubles(on geometry: OutputGeometry?) -> [String] {
    var found = context.troubles
    for (folder, pictures) in context.folders where pictures.isEmpty && found[folder] == nil {
      found[folder] = TimelineContext.emptiness(of: folder)
    }
    let isPortrait = geometry.map { context(for: $0).isPortrait }
    let files = Timeline.paths(of: content, isPortrait: isPortrait).subtracting(needs.folders)
    for file in files.sorted().prefix(Self.mostOpened) where found[file] == nil {
      found[file] = whyNotOpened(file)
    }
    return found.sorted { $0.key < $1.key }.map(\.value) + undrawn.keys.sorted()
  }

  /// The same, as far as it was found out by trying.
  var knownTroubles: [String] { context.troubles.sorted { $0.key < $1.key }.map(\.value) + undrawn.keys.sorted() }

  /// Each is opened once until it changes: that may take long.
  private func whyNotOpened(_ file: String) -> String? {
    if let known = opened[file] { return known }
    var reason: String?
    do throws(MediaTrouble) {
      _ = try resources.media.open(file)
    } catch {
      reason = error.description
    }
    opened[file] = .some(reason)
    return reason
  }

  /// It is asked for a time at which the clock will be right.
  func takeClockForRight() {
    takesClockForRight = true
    context.isClockRight = true
  }

  /// Calls back once what the timeline has to know of files is known, perhaps at once.
  func whenReady(_ completion: @escaping () -> Void) {
    if counts.isEmpty { completion() } else { waiting.append(completion) }
  }

  /// Nothing is looked after any more.
  func close() {
    watch = nil
    clockWatch = nil
    setupWatch = nil
    retryTimer?.disarm()
    unfinishedTimer?.disarm()
    for ticket in counts.values { ticket.cancel() }
    counts = [:]
    waiting = []
    didChange = nil
    tell = nil
  }

  /// The number of what is played, for the proof of play; 0 where nobody keeps one.
  func number(of moment: TimelineMoment, in region: String?) -> UInt32 {
    guard let plays = resources.plays, let content = moment.leaf.playedContent else { return 0 }
    let name = moment.item.isEmpty ? content.split(separator: "/").last.map { String($0) } ?? content : moment.item
    let item = PlayedItem(
      session: session, name: region.map { "\($0)/\(name)" } ?? name, content: content, turn: moment.turn)
    return plays.number(of: item, until: moment.until)
  }

  /// A file cannot be played; told once.
  func fail(_ path: String, _ failure: ContentFailure) {
    context.troubles[path] = failure.message
    if unfinished[path]?.isAwaited == true {
      unfinished[path]?.failure = failure
      tellOfUnfinishedFiles()
    } else {
      unfinished[path] = nil
      tellOnce(failure)
    }
    if failure.retry != .never { temporary.insert(path) }
    tryAgain(failure.retry)
  }

  /// A text cannot be drawn; told once as long as that goes on.
  func fail(_ failure: ContentFailure) {
    let reason = failure.message
    let now = resources.clock.screens.now
    if failure.retry != .never, let last = textFailures[reason], now.nanoseconds(since: last) >= Self.peace {
      told.remove(reason)
    }
    textFailures[reason] = now
    undrawn[reason] = failure.retry
    tellOnce(failure)
    tryAgain(failure.retry)
  }

  private func tellOnce(_ failure: ContentFailure) {
    guard told.insert(failure.message).inserted else { return }
    tell?("\(failure.message)\(failure.retry == .never ? Self.untilMended : Self.untilTriedAgain)")
    resources.plays?.skipped(failure.message, session: session)
  }

  private func tryAgain(_ retry: ContentFailure.Retry) {
    let now = resources.clock.screens.now
    if let lastFailure, now.nanoseconds(since: lastFailure) >= Self.peace { backoff.reset() }
    lastFailure = now
    switch retry {
    case .never: break
    case .soon: retryLater(after: backoff.pause)
    case .seldom: retryLater(after: backoff.longest)
    }
  }

  /// What failed first is not put off by what fails after it.
  private func retryLater(after pause: UInt64) {
    let time = resources.clock.screens.now.advanced(by: pause)
    if let retryTime, retryTime <= time { return }
    retryTime = time
    let timer = retryTimer ?? resources.clock.screens.makeTimer { [weak self] in self?.retry() }
    retryTimer = timer
    timer.arm(at: time)
  }

  private func retry() {
    retryTime = nil
    // What takes longer than the pause would begin anew again and again.
    guard !isMaking() else { return retryLater(after: backoff.first) }
    let paths = temporary
    _ = backoff.next()
    forgetTemporaryTroubles()
    didChange?(paths)
  }

  /// A file is not there; whether it is only that it was taken out of its folder, of which the change has not been heard yet.
  ///
  /// It is then no item any more, and nobody is told that it failed.
  func isTakenOut(_ path: String) -> Bool {
    let folders = needs.folders.filter { context.folders[$0]?.contains(path) == true }
    guard !folders.isEmpty, !needs.paths.contains(path) else { return false }
    for folder in folders { list(folder) }
    return !folders.contains { context.folders[$0]?.contains(path) == true }
  }

  /// What could not be played for a reason that may have gone may be tried again.
  func forgetTemporaryTroubles() {
    for path in temporary { context.troubles[path] = nil }
    temporary = []
    undrawn = undrawn.filter { $0.value == .never }
    // What failed may have been mended where nobody tells of it, as on the network.
    opened = opened.filter { $0.value == nil }
    retryTimer?.disarm()
    retryTime = nil
  }

  /// A file is still being written: a change is told when that is done.
  func isUnfinished(_ path: String) {
    unfinished[path, default: UnfinishedFile(since: resources.clock.screens.now)].isAwaited = true
  }

  /// A file could be opened.
  func isWhole(_ path: String) { unfinished[path] = nil }

  /// Whether a file is awaited that somebody writes.
  var hasUnfinishedFile: Bool { unfinished.values.contains(where: \.isAwaited) }

  /// Tells of the files that have been written for long, and looks again when others will have been.
  private func tellOfUnfinishedFiles() {
    let now = resources.clock.screens.now
    var next: MonotonicTime?
    for (path, file) in unfinished.sorted(by: { $0.key < $1.key }) {
      guard file.isAwaited, let failure = file.failure else { continue }
      let time = file.since.advanced(by: Self.writingPatience)
      if time <= now {
        unfinished[path]?.failure = nil
        tellOnce(failure)
      } else {
        next = min(next ?? time, time)
      }
    }
    guard let next else { return }
    let timer = unfinishedTimer ?? resources.clock.screens.makeTimer { [weak self] in self?.tellOfUnfinishedFiles() }
    unfinishedTimer = timer
    timer.arm(at: next)
  }

  /// Whether something may be played later that cannot now, although nobody changes it.
  var hasTemporaryTrouble: Bool { !temporary.isEmpty }

  private func follow() {
    let paths = context.folders.values.reduce(into: needs.paths) { $0.formUnion($1) }
    guard !paths.isEmpty else { return }
    watch = resources.media.watch(paths) { [weak self] in self?.filesDidChange($0) }
  }

  private func filesDidChange(_ paths: Set<String>) {
    for path in paths {
      if let reason = context.troubles.removeValue(forKey: path) { told.remove(reason) }
      temporary.remove(path)
      unfinished[path]?.isAwaited = false
      opened[path] = nil
    }
    backoff.reset()
    let folders = needs.folders.intersection(paths)
    for folder in folders { list(folder) }
    if !folders.isEmpty { follow() }
    for deck in needs.decks.intersection(paths) { count(deck) }
    didChange?(paths)
  }

  private func clockDidChange() {
    context.isClockRight = takesClockForRight || resources.clock.isRight
    didChange?([])
  }

  private func setupDidChange() {
    context.setup = resources.setup.note
    // They may be others.
    undrawn = [:]
    didChange?([])
  }

  private func list(_ folder: String) {
    do throws(MediaTrouble) {
      context.folders[folder] = try resources.media.pictures(inFolder: folder)
    } catch {
      context.folders[folder] = nil
      fail(folder, ContentFailure(error.description, retry: .never))
    }
  }

  private func count(_ deck: String) {
    counts.removeValue(forKey: deck)?.cancel()
    let file: MediaFile
    do throws(MediaTrouble) {
      file = try resources.media.open(deck)
      isWhole(deck)
    } catch {
      if case .isBeingWritten = error { isUnfinished(deck) }
      return fail(deck, ContentFailure(error.description, retry: .never))
    }
    counts[deck] = resources.documents.countPages(of: file) { [weak self] in self?.counted(deck, $0) }
  }

  private func counted(_ deck: String, _ result: Result<Int, RasterError>) {
    counts[deck] = nil
    switch result {
    case .success(let count): context.pageCounts[deck] = count
    case .failure(let error):
      fail(deck, ContentFailure(error, path: deck))
    }
    guard counts.isEmpty, !waiting.isEmpty else {
      if waiting.isEmpty { didChange?([deck]) }
      return
    }
    let completions = waiting
    waiting = []
    for completion in completions { completion() }
  }
}

/// What has to be looked at to play a content.
nonisolated struct ContentNeeds {
  /// Files and folders to look after.
  let paths: Set<String>
  let folders: Set<String>
  /// Decks whose pages turn by themselves: how many they are decides on what is shown when.
  private(set) var decks: Set<String> = []
  /// Whether the screen's power depends on the time.
  private(set) var power = false

  /// Whether it has a set-up card.
  private(set) var setup = false

  init(of content: ContentDescription) {
    paths = Timeline.paths(of: content)
    folders = Timeline.folders(of: content)
    look(at: content)
  }

  private mutating func look(at content: ContentDescription) {
    switch content {
    case .color, .pattern, .banner, .image, .slideshow, .ticker, .clock, .countdown, .qrCode: break
    case .setup: setup = true
    case .deck(let deck):
      if deck.pageMilliseconds != nil { decks.formUnion([deck.file, deck.portraitFile ?? deck.file]) }
    case .playlist(let playlist): for item in playlist.items { look(at: item.content) }
    case .schedule(let schedule):
      look(at: schedule.fallback)
      for entry in schedule.entries {
        switch entry.action {
        case .show(let content): look(at: content)
        case .powerOff: power = true
        }
      }
    case .layout(let layout): for region in layout.regions { look(at: region.content) }
    }
  }
}
