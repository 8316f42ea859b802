internal import ContentModel
internal import DisplayTypes
internal import Presentation
internal import Scenes

/// Finds what is shown at a time, and makes it: what cannot be played is told, and its slot filled as the timeline says.
final class MomentSearch {
  /// What was found.
  struct Found {
    var moment: TimelineMoment
    var leaf: PreparedItem
    /// Why nothing of it can be played; the leaf is empty then.
    var failure: ContentFailure?
  }

  let time: WallTime
  /// Nil while it is looked for.
  private(set) var found: Found?
  private let content: ContentDescription
  private let geometry: OutputGeometry
  private let sources: ContentSources
  private let completion: (Found) -> Void
  /// It is only asked what is shown: no text is drawn for that, and no region played.
  private let makesOnlyPictures: Bool
  private var leaf: PreparedItem?
  private var failure: ContentFailure?
  /// The moment that could not be made last.
  private var failed: DueContent?
  private var isLooking = false
  private var mustLookAgain = false
  private let begun: MonotonicTime

  /// How long a text may take although its turn is over, in nanoseconds.
  private static let patience: UInt64 = 5_000_000_000
  /// How many moments are looked at for one that waits for no text.
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

  /// Begins; the completion is called once, perhaps at once, unless it is cancelled.
  func begin() { look() }

  /// The completion will not be called any more.
  func cancel() {
    if found == nil { leaf?.cancel() }
    leaf = nil
  }

  /// Whether what is being made, or was, is still what is to be shown then: it is of none of these files, and the timeline says the same.
  func stands(_ paths: Set<String>) -> Bool {
    guard let leaf, leaf.layout == nil, leaf.path.map({ !paths.contains($0) }) ?? true else { return false }
    return Timeline.moment(of: content, at: time, in: sources.context(for: geometry)).leaf == leaf.content
  }

  /// When it is to be looked at whether it is given up, and from then on for which time; nil where it never is.
  ///
  /// A text that is not there by the end of its turn, nor within five seconds, is given up for the first moment that waits for no text. A
  /// picture that was given up would have to be read anew at its next turn.
  ///
  /// - Parameter lead: how long before its moment the other is to be made, in nanoseconds.
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

  /// Something else is due: it is told that this was not made in time.
  func giveUp() {
    let what = leaf?.content.proof
    cancel()
    sources.troubles.add(
      ContentFailure(
        "\(what.map { "\($0): " } ?? "")it was not made by the end of its turn, and is passed over: the box is too busy, or what draws it does not answer",
        retry: .soon))
  }

  private func look() {
    mustLookAgain = true
    // A thousand files that are not there are no thousand calls within each other.
    guard !isLooking else { return }
    isLooking = true
    while mustLookAgain {
      mustLookAgain = false
      lookOnce()
    }
    isLooking = false
  }

  private func lookOnce() {
    let moment = Timeline.moment(of: content, at: time, in: sources.context(for: geometry))
    if case .nothing(let reasons) = moment.leaf {
      let retry: ContentFailure.Retry = sources.troubles.isTemporary ? .soon : .never
      if let failure { return end(moment, failure) }
      return end(
        moment,
        reasons.isEmpty ? nil : ContentFailure(reasons.firstFew.joined(separator: "; "), retry: retry, isFollowed: true)
      )
    }
    // The timeline has nothing else for this time.
    if let failure, moment.leaf == failed {
      var empty = moment
      empty.leaf = .nothing([failure.message])
      return end(empty, failure)
    }
    let leaf = PreparedItem(moment.leaf, on: geometry, sources: sources, at: moment.since ?? time)
    self.leaf = leaf
    if makesOnlyPictures, leaf.path == nil { return end(moment, leaf, nil) }
    leaf.prepare { [weak self] trouble in
      guard let self, self.leaf === leaf else { return }
      guard let trouble else { return end(moment, leaf, nil) }
      if trouble.isMissing, let path = trouble.path, sources.isTakenOut(path) { return look() }
      failed = moment.leaf
      failure = trouble.failure
      if let path = trouble.path {
        sources.troubles.add(path, trouble.failure, of: trouble.version)
      } else if !trouble.isEnd {
        sources.troubles.add(trouble.failure)
      }
      look()
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
