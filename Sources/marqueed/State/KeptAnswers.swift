/// Counts what was to be written and what of that was, and calls in order who waits for it.
final class KeptAnswers {
  /// How much was to be written so far.
  private(set) var accepted: UInt64 = 0
  private var answered: UInt64 = 0
  private var waiting: [(number: UInt64, action: () -> Void)] = []
  private var isAnswering = false

  /// More is to be written.
  func accept() { accepted += 1 }

  /// Calls `action` once all changes so far are written or have failed; immediately if no change is waiting.
  func wait(_ action: @escaping () -> Void) {
    guard answered < accepted || isAnswering else { return action() }
    waiting.append((accepted, action))
  }

  /// So much was written, or could not be; one that waits from now on follows the others.
  func answer(upTo number: UInt64) {
    answered = number
    guard !isAnswering else { return }
    isAnswering = true
    while let first = waiting.first, first.number <= answered {
      waiting.removeFirst()
      first.action()
    }
    isAnswering = false
  }
}
