/// Brings an answer of another thread back to the completion of whoever asked on the main thread.
///
/// The other thread has a number only: the completion and all that it holds end on the main thread, whichever thread is done last.
struct AnswerRelay<Answer: Sendable> {
  private let number: UInt64

  /// Keeps the completion until the answer comes.
  init(_ completion: @escaping (Answer) -> Void) {
    number = OpenQuestions.add(Completion(completion))
  }

  /// Calls the completion; it is called once.
  func complete(_ answer: Answer) {
    (OpenQuestions.take(number) as? Completion<Answer>)?.call(answer)
  }
}

private final class Completion<Answer> {
  let call: (Answer) -> Void

  init(_ call: @escaping (Answer) -> Void) { self.call = call }
}

/// What other threads were asked and have not answered.
private enum OpenQuestions {
  private static var completions: [UInt64: AnyObject] = [:]
  private static var last: UInt64 = 0

  static func add(_ completion: AnyObject) -> UInt64 {
    last += 1
    completions[last] = completion
    return last
  }

  static func take(_ number: UInt64) -> AnyObject? { completions.removeValue(forKey: number) }
}
