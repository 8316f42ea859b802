internal import ContentModel
internal import DisplayTypes
internal import Presentation
internal import Rasterizing
internal import Scenes

/// The use of the pictures of a content.
nonisolated struct ContentUse {
  let session: String
  /// Whether its pictures are for a report or a draft, and never for a screen. Then no stream is received.
  let isDraft: Bool
  /// Whether the screen is black or frozen, so that no stream is received ahead.
  var isCovered: @MainActor () -> Bool = { false }
}

/// The state of the files, folders and decks of one content, shared by all its players. It follows their changes until `close`.
final class ContentSources {
  let resources: ContentResources
  var use: ContentUse
  let troubles: ContentTroubles
  /// Called after a change of these files and folders, or of the clock.
  var didChange: ((_ paths: Set<String>) -> Void)?
  /// The last clock face of each region. The next face replaces only the letters that differ.
  var faces: [OutputGeometry: ClockFaceLayout] = [:]
  let needs: ContentNeeds
  private let content: ContentDescription
  private var known = TimelineContext.unknown
  private var watch: (any MediaWatch)?
  private var clockWatch: AnyObject?
  private var calendarWatch: AnyObject?
  private var setupWatch: AnyObject?
  private var takesClockForRight = false
  /// The decks and videos whose numbers of pages and lengths are being read, by their files.
  private var reading: [String: Reading] = [:]
  private var waiting: [() -> Void] = []

  private enum Reading {
    case pages(RasterTicket)
    /// The video waits for others, in the order of the paths.
    case queued
    case length(any PlayingVideo)
  }

  /// The limit of videos whose lengths are read at the same time.
  private static let mostMeasured = 2

  /// The limit of files that are opened for a report.
  private static let mostOpened = 256

  init(_ content: ContentDescription, _ resources: ContentResources, session: String = "", isDraft: Bool = false) {
    use = ContentUse(session: session, isDraft: isDraft)
    self.content = content
    self.resources = resources
    needs = ContentNeeds(of: content)
    troubles = ContentTroubles(resources, session: session)
    troubles.didForget = { [weak self] paths in
      guard let self else { return }
      // The length of a video that could not be opened for a time is read now.
      for clip in clips.sorted() where isUnknown(clip) { measure(clip) }
      didChange?(paths)
    }
  }

  var session: String { use.session }
  var isDraft: Bool { use.isDraft }

  var context: TimelineContext {
    var context = known
    context.troubles = troubles.files
    return context
  }

  func open() {
    known.isClockRight = resources.clock.isRight
    if needs.time {
      readCalendar()
      clockWatch = resources.clock.observe { [weak self] in self?.clockDidChange() }
      calendarWatch = resources.calendar.observe { [weak self] in
        self?.readCalendar()
        self?.didChange?([])
      }
    }
    if needs.setup {
      known.setup = resources.setup.note
      setupWatch = resources.setup.observe { [weak self] in self?.setupDidChange() }
    }
    // Observed before they are read, so that no change is missed.
    follow()
    for folder in needs.folders { list(folder) }
    if !needs.folders.isEmpty { follow() }
    for deck in needs.decks { count(deck) }
    for clip in clips.sorted() { measure(clip) }
  }

  /// The videos whose lengths decide when the next item comes.
  private var clips: Set<String> {
    known.folders.values.reduce(into: needs.clips) { $0.formUnion($1.filter(MediaPath.isVideo)) }
  }

  /// The context for a region of this shape.
  func context(for geometry: OutputGeometry) -> TimelineContext {
    var context = context
    context.isPortrait = geometry.uprightPixels.height > geometry.uprightPixels.width
    return context
  }

  /// The reasons why files, folders and texts cannot be shown now. Files and folders come first, by path, and are opened if that is needed.
  func reasons(on geometry: OutputGeometry?) -> [String] {
    var found = troubles.files
    for (folder, pictures) in known.folders where pictures.isEmpty && found[folder] == nil {
      found[folder] = TimelineContext.emptiness(of: folder)
    }
    let isPortrait = geometry.map { context(for: $0).isPortrait }
    let files = ContentNeeds(of: content, isPortrait: isPortrait).paths.subtracting(needs.folders)
    for file in files.sorted().prefix(Self.mostOpened) where found[file] == nil {
      found[file] = troubles.whyNotOpened(file)
    }
    return found.sorted { $0.key < $1.key }.map(\.value) + troubles.texts
  }

  /// Treats the clock as right, for a time at which it will be.
  func takeClockForRight() {
    takesClockForRight = true
    known.isClockRight = true
  }

  /// Completes once all page counts and lengths are known, perhaps immediately.
  func whenReady(_ completion: @escaping () -> Void) {
    if reading.isEmpty { completion() } else { waiting.append(completion) }
  }

  func close() {
    watch = nil
    clockWatch = nil
    calendarWatch = nil
    setupWatch = nil
    troubles.close()
    for file in Array(reading.keys) { stopReading(file) }
    waiting = []
    didChange = nil
  }

  /// The number of the played item in the proof of play; 0 if nothing is played.
  func number(of moment: TimelineMoment, in region: String?) -> UInt32 {
    guard let plays = resources.plays, let content = moment.leaf.proof else { return 0 }
    let name = moment.item.isEmpty ? content.split(separator: "/").last.map { String($0) } ?? content : moment.item
    let item = PlayedItem(
      session: session, name: region.map { "\($0)/\(name)" } ?? name, content: content, turn: moment.turn)
    return plays.number(of: item, until: moment.until)
  }

  /// Whether a missing file was removed from its folder before the folder's change was reported. The file is no item any more, and its
  /// failure is not reported.
  func isTakenOut(_ path: String) -> Bool {
    let folders = needs.folders.filter { known.folders[$0]?.contains(path) == true }
    guard !folders.isEmpty, !needs.paths.contains(path) else { return false }
    for folder in folders { list(folder) }
    return !folders.contains { known.folders[$0]?.contains(path) == true }
  }

  /// Opens a file of the content.
  func open(_ path: String) throws(PreparedItemFailure) -> MediaFile {
    do throws(MediaTrouble) {
      let file = try resources.media.open(path)
      troubles.unfinished.remove(path)
      return file
    } catch {
      if case .isBeingWritten = error { troubles.unfinished.add(path) }
      let isMissing = if case .missing = error { true } else { false }
      throw PreparedItemFailure(
        path: path, failure: ContentFailure(error.description, retry: .never, isFollowed: true), isMissing: isMissing)
    }
  }

  private func follow() {
    let paths = known.folders.values.reduce(into: needs.paths) { $0.formUnion($1) }
    guard !paths.isEmpty else { return }
    watch = resources.media.watch(paths) { [weak self] in self?.filesDidChange($0) }
  }

  private func filesDidChange(_ paths: Set<String>) {
    troubles.filesDidChange(paths)
    let folders = needs.folders.intersection(paths)
    for folder in folders { list(folder) }
    if !folders.isEmpty { follow() }
    for deck in needs.decks.intersection(paths) { count(deck) }
    for clip in clips.sorted() where paths.contains(clip) || isUnknown(clip) { measure(clip) }
    completeIfKnown()
    didChange?(paths)
  }

  /// Completes the waiting calls once nothing is read any more.
  private func completeIfKnown() {
    guard reading.isEmpty else { return }
    let completions = waiting
    waiting = []
    for completion in completions { completion() }
  }

  private func readCalendar() {
    known.zones = resources.zones(of: needs)
    known.names = resources.calendar.names
  }

  private func clockDidChange() {
    known.isClockRight = takesClockForRight || resources.clock.isRight
    didChange?([])
  }

  private func setupDidChange() {
    known.setup = resources.setup.note
    troubles.forgetTexts()
    didChange?([])
  }

  private func list(_ folder: String) {
    do throws(MediaTrouble) {
      known.folders[folder] = try resources.media.pictures(inFolder: folder)
      troubles.didShow(folder)
    } catch {
      known.folders[folder] = nil
      troubles.add(folder, ContentFailure(error.description, retry: .never))
    }
  }

  private func count(_ deck: String) {
    stopReading(deck)
    let file: MediaFile
    do throws(MediaTrouble) {
      file = try resources.media.open(deck)
      troubles.unfinished.remove(deck)
    } catch {
      if case .isBeingWritten = error { troubles.unfinished.add(deck) }
      return troubles.add(deck, ContentFailure(error.description, retry: .never))
    }
    reading[deck] = .pages(
      resources.documents.countPages(of: file) { [weak self] in self?.counted(deck, file.version, $0) })
  }

  private func counted(_ deck: String, _ version: FileVersion, _ result: Result<Int, RasterError>) {
    reading[deck] = nil
    switch result {
    case .success(let count): known.pageCounts[deck] = count
    case .failure(let error):
      troubles.add(deck, ContentFailure(error, path: deck), of: version)
    }
    becameKnown(deck)
  }

  private func isUnknown(_ clip: String) -> Bool {
    known.clipLengths[clip] == nil && reading[clip] == nil && troubles.files[clip] == nil
  }

  /// Reads the length of a clip, after those that were asked for before.
  private func measure(_ clip: String) {
    stopReading(clip)
    guard let videos = resources.videos else { return }
    reading[clip] = .queued
    measureNext(with: videos)
  }

  /// Returns the videos that cannot be opened.
  @discardableResult private func measureNext(with videos: any VideoPlayers) -> [String] {
    var failed: [String] = []
    while measuredCount < Self.mostMeasured, let clip = nextUnmeasured {
      do throws(PreparedItemFailure) {
        reading[clip] = .length(try play(clip, with: videos))
      } catch {
        reading[clip] = nil
        troubles.add(clip, error.failure)
        failed.append(clip)
      }
    }
    return failed
  }

  private var nextUnmeasured: String? {
    reading.compactMap { if case .queued = $0.value { $0.key } else { nil } }.min()
  }

  private var measuredCount: Int {
    reading.values.count { if case .length = $0 { true } else { false } }
  }

  /// Reads the length from a player that shows nothing.
  private func play(_ clip: String, with videos: any VideoPlayers) throws(PreparedItemFailure) -> any PlayingVideo {
    let file = try open(clip)
    let now = Int64(clamping: resources.clock.screens.now.nanoseconds)
    let request = VideoRequest(
      file: file, path: clip, room: PictureRoom(size: PixelSize(width: 16, height: 16)), beginning: now)
    return videos.play(request) { [weak self] result in
      guard let self else { return }
      reading[clip] = nil
      switch result {
      case .success(let picture): known.clipLengths[clip] = Int64(clamping: picture.length)
      case .failure(let failure): troubles.add(clip, ContentFailure(failure, path: clip), of: file.version)
      }
      for path in measureNext(with: videos) + [clip] { becameKnown(path) }
    }
  }

  private func stopReading(_ path: String) {
    if case .pages(let ticket) = reading.removeValue(forKey: path) { ticket.cancel() }
  }

  private func becameKnown(_ path: String) {
    guard !waiting.isEmpty else {
      didChange?([path])
      return
    }
    completeIfKnown()
  }
}
