public import DisplayTypes

/// Asks what contents show, on each screen one question at a time: who asks the same meanwhile shares its answer.
public final class MomentDesk {
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
