internal import Composition
internal import ContentModel
internal import DisplayTypes
internal import Presentation
internal import Rasterizing
internal import Scenes

/// Finds and makes the picture of a time. Items that cannot be played are reported, and the timeline fills their slots with others.
final class MomentSearch {
  struct Found {
    var moment: TimelineMoment
    var leaf: PreparedItem
    /// The reason why nothing can be played; the leaf is empty then.
    var failure: ContentFailure?
  }

  let time: WallTime
  private(set) var found: Found?
  private let content: ContentDescription
  private let geometry: OutputGeometry
  private let sources: ContentSources
  private let completion: (Found) -> Void
  /// Whether texts and regions are left out, for a report.
  private let makesOnlyPictures: Bool
  private var leaf: PreparedItem?
  private var failure: ContentFailure?
  private var failed: DueContent?
  private var isSearching = false
  private var mustSearchAgain = false
  private let begun: MonotonicTime

  /// The nanoseconds after its turn in which a text may still be drawn.
  private static let patience: UInt64 = 5_000_000_000
  /// The limit of moments that are searched for one without texts.
  private static let mostMoments = 32

  init(
    _ content: ContentDescription, on geometry: OutputGeometry, sources: ContentSources, at time: WallTime,
    makesOnlyPictures: Bool = false, completion: @escaping (Found) -> Void
  ) {
    self.content = content
    self.geometry = geometry
    self.sources = sources
    self.time = time
    self.makesOnlyPictures = makesOnlyPictures
    self.completion = completion
    begun = sources.resources.clock.screens.now
  }

  /// Completes once, perhaps immediately, unless the search is cancelled.
  func begin() { search() }

  /// Whether it waits until shortly before its time, so that nothing is being made.
  var isWaiting: Bool { leaf?.isWaiting == true }

  func cancel() {
    if found == nil { leaf?.cancel() }
    leaf = nil
  }

  /// Whether the leaf uses none of these files and is still the timeline's choice.
  func stands(_ paths: Set<String>) -> Bool {
    guard let leaf, leaf.layout == nil, leaf.path.map({ !paths.contains($0) }) ?? true else { return false }
    return Timeline.moment(of: content, at: time, in: sources.context(for: geometry)).leaf == leaf.content
  }

  /// The moment at which to decide about giving up, and the time of the next search if the search is given up; nil if it is never given up.
  /// A text that is still missing five seconds after its search began, and at the end of its turn, is given up. The next search is for the
  /// first moment without texts. A picture is not given up, because its next turn would have to read it again.
  ///
  /// - Parameter lead: the time from the beginning of the next search to its moment, in nanoseconds.
  func end(lead: UInt64) -> (moment: MonotonicTime, next: WallTime?)? {
    guard found == nil, leaf?.isText == true else { return nil }
    let clock = sources.resources.clock
    let now = clock.screens.now
    let earliest = begun.advanced(by: Self.patience)
    guard earliest <= now else { return (earliest, nil) }
    let context = sources.context(for: geometry)
    var next = max(time, clock.now)
    for _ in 0..<Self.mostMoments {
      let moment = Timeline.moment(of: content, at: next, in: context)
      if !moment.leaf.waitsForTexts { return (max(clock.moment(of: next).reversed(by: lead), now), next) }
      guard let until = moment.until else { return nil }
      next = until
    }
    return (max(clock.moment(of: next), now.advanced(by: Self.patience)), nil)
  }

  func giveUp() {
    let what = leaf?.content.proof
    cancel()
    sources.troubles.add(
      ContentFailure(
        "\(what.map { "\($0): " } ?? "")it was not ready at the end of its turn, and is skipped: the box is too busy, or its worker does not answer",
        retry: .soon))
  }

  private func search() {
    mustSearchAgain = true
    // A loop, because a thousand missing files must not cause a thousand nested calls.
    guard !isSearching else { return }
    isSearching = true
    while mustSearchAgain {
      mustSearchAgain = false
      searchOnce()
    }
    isSearching = false
  }

  private func searchOnce() {
    let moment = Timeline.moment(of: content, at: time, in: sources.context(for: geometry))
    if case .nothing(let reasons) = moment.leaf {
      let retry: ContentFailure.Retry = sources.troubles.isTemporary ? .soon : .never
      if let failure { return end(moment, failure) }
      return end(
        moment,
        reasons.isEmpty ? nil : ContentFailure(reasons.firstFew.joined(separator: "; "), retry: retry, isFollowed: true)
      )
    }
    // The timeline has no other item for this time.
    if let failure, moment.leaf == failed {
      var empty = moment
      empty.leaf = .nothing([failure.message])
      return end(empty, failure)
    }
    let leaf = PreparedItem(
      moment.leaf, on: geometry, sources: sources, at: moment.since ?? time, turn: moment.turn,
      until: moment.until)
    self.leaf = leaf
    if makesOnlyPictures, leaf.path == nil { return end(moment, leaf, nil) }
    leaf.prepare { [weak self] trouble in
      guard let self, self.leaf === leaf else { return }
      guard let trouble else { return end(moment, leaf, nil) }
      if trouble.isMissing, let path = trouble.path, sources.isTakenOut(path) { return search() }
      failed = moment.leaf
      failure = trouble.failure
      if let path = trouble.path {
        sources.troubles.add(path, trouble.failure, of: trouble.version)
      } else if !trouble.isEnd {
        sources.troubles.add(trouble.failure)
      }
      search()
    }
  }

  private func end(_ moment: TimelineMoment, _ failure: ContentFailure?) {
    let leaf = PreparedItem(.nothing([]), on: geometry, sources: sources, at: time)
    self.leaf = leaf
    leaf.prepare { _ in }
    end(moment, leaf, failure)
  }

  private func end(_ moment: TimelineMoment, _ leaf: PreparedItem, _ failure: ContentFailure?) {
    let found = Found(moment: moment, leaf: leaf, failure: failure)
    self.found = found
    completion(found)
  }
}

/// The picture of a moment, as the layers of a region. It is made once, before its time.
final class PreparedItem {
  let content: DueContent
  let geometry: OutputGeometry
  /// Held while the item may be shown.
  private(set) var picture: CachedPicture?
  private(set) var warning: String?
  private(set) var layout: RegionLayout?
  private var still = LayerTree()
  private let sources: ContentSources
  private let time: WallTime
  private let turn: WallTime?
  private let end: WallTime?
  private var ticket: RasterTicket?
  private var drawn: (any DrawnLayout)?
  private var video: VideoItem?
  private var stream: StreamItem?

  /// - Parameters:
  ///   - time: the first moment of the picture.
  ///   - turn: the beginning of the item's turn; nil for content without items.
  ///   - end: the end of the picture; nil if it stays.
  init(
    _ content: DueContent, on geometry: OutputGeometry, sources: ContentSources, at time: WallTime,
    turn: WallTime? = nil, until end: WallTime? = nil
  ) {
    self.content = content
    self.end = end
    self.turn = turn
    self.geometry = geometry
    self.sources = sources
    self.time = time
  }

  /// Complete after `prepare`.
  var tree: LayerTree { layout?.tree ?? still }
  var path: String? { content.path }

  var isText: Bool { content.drawn?.isText == true }

  var isWaiting: Bool { video?.isWaiting == true || stream?.isWaiting == true }

  /// Follows the clocks after they were set.
  func clockDidChange() { video?.clockDidChange() }

  /// Completes once, perhaps immediately, unless it is cancelled.
  func prepare(completion: @escaping (PreparedItemFailure?) -> Void) {
    switch content.drawn?.drawing(on: geometry, with: sources) {
    case .layers(let tree): still = tree
    case .layout(let layout): return draw(layout, completion)
    case .picture(let file, let page, let fit, let background):
      return decode(file, page: page, fit, background, completion)
    case .video(let description): return play(description, completion)
    case .stream(let description): return receive(description, completion)
    case .regions(let description): return layOut(description, completion)
    case nil: still = LayerTree()
    }
    completion(nil)
  }

  func cancel() {
    ticket?.cancel()
    ticket = nil
    video = nil
    stream = nil
    drawn?.cancel()
    layout?.stop()
  }

  /// Whether viewers of the picture can pair a device with its code.
  var isSecret: Bool { if case .card(let card) = content { card.hasCode } else { false } }

  var cards: SetupCardState.Demand {
    if case .card(let card) = content { return SetupCardState.Demand(isShown: true, wantsCode: card.offersPairing) }
    return layout?.cards ?? SetupCardState.Demand()
  }

  private func layOut(_ description: LayoutDescription, _ completion: @escaping (PreparedItemFailure?) -> Void) {
    let layout = RegionLayout(description, on: geometry, sources: sources)
    self.layout = layout
    layout.prepare(at: time) { completion(nil) }
  }

  private func draw(_ layout: any DrawnLayout, _ completion: @escaping (PreparedItemFailure?) -> Void) {
    drawn = layout
    layout.prepare(for: geometry) { [weak self] result in
      switch result {
      case .success(let tree):
        self?.still = tree
        self?.warning = self?.drawn?.warning
        completion(nil)
      case .failure(let error):
        completion(PreparedItemFailure(failure: ContentFailure(error), isEnd: error == .stopped))
      }
    }
  }

  private func play(_ description: VideoDescription, _ completion: @escaping (PreparedItemFailure?) -> Void) {
    guard !geometry.uprightPixels.isEmpty else {
      still = LayerTree(background: description.background)
      return completion(nil)
    }
    let video = VideoItem(description, on: geometry, sources: sources, at: time, turn: turn, until: end)
    self.video = video
    video.prepare { [weak self] result in
      switch result {
      case .success(let tree):
        self?.still = tree
        completion(nil)
      case .failure(let failure): completion(failure)
      }
    }
  }

  /// Plays a stream over its fallback.
  private func receive(_ description: StreamDescription, _ completion: @escaping (PreparedItemFailure?) -> Void) {
    still = LayerTree(background: description.background)
    guard !geometry.uprightPixels.isEmpty else { return completion(nil) }
    guard !sources.isDraft else { return decodeFallback(of: description) { completion(nil) } }
    let stream = StreamItem(description, on: geometry, sources: sources, at: time)
    self.stream = stream
    decodeFallback(of: description) {
      stream.prepare { [weak self] result in
        switch result {
        case .success(let layer):
          self?.still.layers.append(layer)
          completion(nil)
        case .failure(let failure): completion(failure)
        }
      }
    }
  }

  /// Completes once, also without a fallback.
  private func decodeFallback(of stream: StreamDescription, _ completion: @escaping () -> Void) {
    guard let fallback = stream.fallback else { return completion() }
    decode(fallback, page: nil, .fit, stream.background) { [weak self] failure in
      // A stream plays without its fallback too.
      if let failure, let path = failure.path {
        self?.sources.troubles.add(path, failure.failure, of: failure.version)
      }
      completion()
    }
  }

  private func decode(
    _ path: String, page: Int?, _ fit: ImageFit, _ background: Color,
    _ completion: @escaping (PreparedItemFailure?) -> Void
  ) {
    guard !geometry.uprightPixels.isEmpty else {
      still = LayerTree(background: background)
      return completion(nil)
    }
    let file: MediaFile
    do throws(PreparedItemFailure) { file = try sources.open(path) } catch { return completion(error) }
    let room = PictureRoom(geometry, fit)
    ticket = sources.resources.pictures.picture(of: file, page: page, for: room) { [weak self] result in
      guard let self else { return }
      ticket = nil
      switch result {
      case .success(let picture):
        self.picture = picture
        sources.troubles.didShow(path, file.version)
        warning = picture.image.warning.map { "\(path): \($0)" }
        still = PictureLayers.tree(
          of: picture.image, background: background, on: geometry, start: sources.resources.clock.moment(of: time))
        completion(nil)
      case .failure(let error):
        completion(PreparedItemFailure(path: path, version: file.version, failure: ContentFailure(error, path: path)))
      }
    }
  }
}

struct PreparedItemFailure: Error {
  /// The file that cannot be shown; nil if the cause is no file.
  var path: String?
  var version: FileVersion?
  var failure: ContentFailure
  var isMissing = false
  /// Whether the cause is the end of the daemon, which is no trouble.
  var isEnd = false
}

extension ContentFailure {
  /// - Parameter path: the file that the error is about.
  init(_ error: RasterError, path: String? = nil) {
    let retry: Retry = !error.isTemporary ? .never : error.awaitsRepair ? .seldom : .soon
    self.init(path.map { "\($0): \(error)" } ?? error.description, retry: retry, isFollowed: path != nil)
  }
}
