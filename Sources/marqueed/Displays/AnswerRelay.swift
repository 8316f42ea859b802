/// Brings an answer of the display thread back to who asked on the main thread.
final class AnswerRelay<Answer: Sendable> {
  let completion: (Answer) -> Void

  init(_ completion: @escaping (Answer) -> Void) {
    self.completion = completion
  }
}
