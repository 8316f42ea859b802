package import ContentModel
package import DisplayTypes

/// Finds the picture of a content at a time without playing it. Tries pictures as a player does, so it finds damaged files too.
package final class MomentQuestion {
  private let content: ContentDescription
  private let sources: ContentSources
  private var searches: [MomentSearch] = []

  /// - Parameter isNow: false for a time that the caller named.
  package init(_ content: ContentDescription, _ resources: ContentResources, isNow: Bool = false) {
    // A question adds nothing to the proof of play.
    var resources = resources
    resources.plays = nil
    // Only viewers of the screen get a code.
    resources.setup = resources.setup.withoutCode(isSeen: isNow)
    self.content = content
    sources = ContentSources(content, resources, isDraft: true)
  }

  /// Completes once, perhaps immediately. Without a geometry no picture is tried. `trustsClock` is for a time that the caller named.
  package func answer(
    at time: WallTime, on geometry: OutputGeometry?, trustsClock: Bool, completion: @escaping (ContentReport) -> Void
  ) {
    sources.open()
    if trustsClock { sources.takeClockForRight() }
    sources.whenReady { [self] in
      find(at: content, nil, on: geometry, time) { [self] moments in
        let report = ContentReport(moments: moments, troubles: sources.reasons(on: geometry))
        searches = []
        sources.close()
        completion(report)
      }
    }
  }

  private func find(
    at content: ContentDescription, _ region: String?, on geometry: OutputGeometry?, _ time: WallTime,
    completion: @escaping ([ShownMoment]) -> Void
  ) {
    func found(_ moment: TimelineMoment) {
      guard let layout = moment.leaf.arrangement else { return completion([ShownMoment(moment, region: region)]) }
      find(at: layout, in: moment.item, on: geometry, time, completion)
    }
    guard let geometry else { return found(Timeline.moment(of: content, at: time, in: sources.context)) }
    let search = MomentSearch(content, on: geometry, sources: sources, at: time, makesOnlyPictures: true) {
      found($0.moment)
    }
    searches.append(search)
    search.begin()
  }

  private func find(
    at layout: LayoutDescription, in item: String, on geometry: OutputGeometry?, _ time: WallTime,
    _ completion: @escaping ([ShownMoment]) -> Void
  ) {
    let regions = layout.regions.prefix(LayoutDescription.mostRegions)
    var found: [Int: [ShownMoment]] = [:]
    for (index, region) in regions.enumerated() {
      let place = geometry.map { RegionPlace(region, of: layout, in: $0).geometry }
      find(at: region.content, region.name ?? "\(index + 1)", on: place, time) { moments in
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

/// Answers the questions about a screen one after the other. Equal questions share an answer.
package final class MomentQueue {
  private struct Subject: Equatable {
    var content: ContentDescription
    var isConfined: Bool
    /// Nil for now.
    var time: WallTime?
    var geometry: OutputGeometry?
  }

  private struct Question {
    var subject: Subject
    var completions: [(ContentReport) -> Void]
  }

  private let resources: ContentResources
  /// By screen; the first question is under way.
  private var questions: [String: [Question]] = [:]

  package init(_ resources: ContentResources) { self.resources = resources }

  /// Completes once, perhaps immediately. A nil time means now, and without a geometry no picture is tried.
  package func answer(
    of screen: String, _ content: ContentDescription, isConfined: Bool = false, at time: WallTime?,
    on geometry: OutputGeometry?, completion: @escaping (ContentReport) -> Void
  ) {
    let subject = Subject(content: content, isConfined: isConfined, time: time, geometry: geometry)
    if let index = questions[screen]?.firstIndex(where: { $0.subject == subject }) {
      questions[screen]?[index].completions.append(completion)
      return
    }
    questions[screen, default: []].append(Question(subject: subject, completions: [completion]))
    if questions[screen]?.count == 1 { answerNext(of: screen) }
  }

  private func answerNext(of screen: String) {
    guard let subject = questions[screen]?.first?.subject else { return questions[screen] = nil }
    MomentQuestion(subject.content, resources.confined(subject.isConfined), isNow: subject.time == nil).answer(
      at: subject.time ?? resources.clock.now, on: subject.geometry, trustsClock: subject.time != nil
    ) { [weak self] report in
      guard let self, let answered = questions[screen]?.removeFirst() else { return }
      // The completions may add questions.
      answerNext(of: screen)
      for completion in answered.completions { completion(report) }
    }
  }
}
