import Scenes

/// Answers with what became of pictures as soon as what has changed is kept as well: where no display is lit, pictures are done first.
final class AnswerOnceKept {
  /// What became of the picture of each screen.
  typealias Outcomes = [(screen: String, outcome: PictureOutcome)]

  private let answer: (Outcomes) -> Void
  private var outcomes: Outcomes?
  private var isKept = false

  init(_ answer: @escaping (Outcomes) -> Void) { self.answer = answer }

  /// The pictures are seen, or cannot be.
  func picturesEnded(_ outcomes: Outcomes) {
    if isKept { answer(outcomes) } else { self.outcomes = outcomes }
  }

  /// It is on the disk, or whoever keeps it knows why it is not.
  func kept() {
    isKept = true
    if let outcomes { answer(outcomes) }
  }
}
