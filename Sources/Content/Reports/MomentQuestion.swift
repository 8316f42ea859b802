public import ContentModel
public import DisplayTypes

/// Finds out what a content shows at a time, without playing it: pictures are tried, as a player does, so that what cannot be shown is known.
public final class MomentQuestion {
  private let content: ContentDescription
  private let sources: ContentSources
  private var searches: [MomentSearch] = []

  /// Makes a question about a content.
  ///
  /// - Parameter isNow: whether it is about the present, and not about a time that was named.
  public init(_ content: ContentDescription, _ resources: ContentResources, isNow: Bool = false) {
    // What is only asked for is not played, and nothing of it passed over.
    var resources = resources
    resources.plays = nil
    // A code is for whoever stands before the screen.
    resources.setup = resources.setup.withoutCode(isSeen: isNow)
    self.content = content
    sources = ContentSources(content, resources)
  }

  /// Calls back once, perhaps at once; lives until then.
  ///
  /// - Parameters:
  ///   - geometry: of the screen; nil where that is not known, and no picture is tried.
  ///   - trustsClock: whether the time of day is taken for right, as for a time that is asked for.
  public func ask(
    at time: WallTime, on geometry: OutputGeometry?, trustsClock: Bool, completion: @escaping (ContentReport) -> Void
  ) {
    sources.open()
    if trustsClock { sources.takeClockForRight() }
    sources.whenReady { [self] in
      look(at: content, nil, on: geometry, time) { [self] moments in
        let report = ContentReport(moments: moments, troubles: sources.reasons(on: geometry))
        searches = []
        sources.close()
        completion(report)
      }
    }
  }

  private func look(
    at content: ContentDescription, _ region: String?, on geometry: OutputGeometry?, _ time: WallTime,
    completion: @escaping ([ShownMoment]) -> Void
  ) {
    func found(_ moment: TimelineMoment) {
      guard let layout = moment.leaf.arrangement else { return completion([ShownMoment(moment, region: region)]) }
      look(at: layout, in: moment.item, on: geometry, time, completion)
    }
    guard let geometry else { return found(Timeline.moment(of: content, at: time, in: sources.context)) }
    let search = MomentSearch(content, on: geometry, sources: sources, at: time, makesOnlyPictures: true) {
      found($0.moment)
    }
    searches.append(search)
    search.begin()
  }

  private func look(
    at layout: LayoutDescription, in item: String, on geometry: OutputGeometry?, _ time: WallTime,
    _ completion: @escaping ([ShownMoment]) -> Void
  ) {
    let regions = layout.regions.prefix(LayoutDescription.mostRegions)
    var found: [Int: [ShownMoment]] = [:]
    for (index, region) in regions.enumerated() {
      let place = geometry.map { RegionPlace(region, in: $0).geometry }
      look(at: region.content, region.name ?? "\(index + 1)", on: place, time) { moments in
        found[index] = moments.map { inner in
          var shown = inner
          shown.moment.item = [item, inner.moment.item].filter { !$0.isEmpty }.joined(separator: "/")
          return shown
        }
        guard found.count == regions.count else { return }
        completion(found.sorted { $0.key < $1.key }.flatMap(\.value))
      }
    }
    if regions.isEmpty { completion([]) }
  }
}

/// Asks what contents show, on each screen one question at a time: who asks the same meanwhile shares its answer.
public final class MomentQueue {
  /// What is asked.
  private struct Subject: Equatable {
    var content: ContentDescription
    /// Nil for now.
    var time: WallTime?
    var geometry: OutputGeometry?
  }

  private struct Asked {
    var subject: Subject
    var completions: [(ContentReport) -> Void]
  }

  private let resources: ContentResources
  /// By screen; the first is being answered.
  private var asked: [String: [Asked]] = [:]

  /// Makes one.
  public init(_ resources: ContentResources) {
    self.resources = resources
  }

  /// Calls back once, perhaps at once.
  ///
  /// - Parameters:
  ///   - time: nil for now; the clock is taken for right at another.
  ///   - geometry: of the screen; nil where that is not known, and no picture is tried.
  public func ask(
    of screen: String, _ content: ContentDescription, at time: WallTime?, on geometry: OutputGeometry?,
    completion: @escaping (ContentReport) -> Void
  ) {
    let subject = Subject(content: content, time: time, geometry: geometry)
    if let index = asked[screen]?.firstIndex(where: { $0.subject == subject }) {
      asked[screen]?[index].completions.append(completion)
      return
    }
    asked[screen, default: []].append(Asked(subject: subject, completions: [completion]))
    if asked[screen]?.count == 1 { answerNext(of: screen) }
  }

  private func answerNext(of screen: String) {
    guard let subject = asked[screen]?.first?.subject else { return asked[screen] = nil }
    MomentQuestion(subject.content, resources, isNow: subject.time == nil).ask(
      at: subject.time ?? resources.clock.now, on: subject.geometry, trustsClock: subject.time != nil
    ) { [weak self] report in
      guard let self, let answered = asked[screen]?.removeFirst() else { return }
      // They may ask again.
      answerNext(of: screen)
      for completion in answered.completions { completion(report) }
    }
  }
}
