/// Collects what became of a change on several screens, and hands it on when the last has answered.
public final class PictureOutcomes {
  private var missing: Int
  private var outcomes: [(screen: String, outcome: PictureOutcome)] = []
  private let completion: ([(screen: String, outcome: PictureOutcome)]) -> Void

  /// Waits for so many screens; where there are none the completion is called at once.
  public init(count: Int, completion: @escaping ([(screen: String, outcome: PictureOutcome)]) -> Void) {
    missing = count
    self.completion = completion
    if count == 0 { completion([]) }
  }

  /// A screen has answered.
  public func add(_ outcome: PictureOutcome, on screen: String) {
    outcomes.append((screen, outcome))
    missing -= 1
    if missing == 0 { completion(outcomes) }
  }
}
