internal import DisplayTypes
internal import Presentation

/// Whether the app of a scene that is about to connect was asked for its configuration, and how long it may think.
///
/// Pure. One a screen: of the app whose scene is due there.
nonisolated struct ConnectionQuestion: Hashable {
  /// What is asked about; with other modes it is another question.
  struct Subject: Hashable {
    /// The session's identifier.
    var session: String
    /// What the app may choose from.
    var modes: [ScreenMode]
  }

  enum Phase: Hashable {
    case unasked
    case asking(Subject, number: UInt64, deadline: MonotonicTime)
    /// Or the time for it is over.
    case answered(Subject)
  }

  /// What is to be done about a scene that is due.
  enum Action: Hashable {
    /// Ask, and wait until then.
    case ask(until: MonotonicTime)
    /// The answer is waited for.
    case wait
    /// Connect it.
    case goOn
  }

  private(set) var phase = Phase.unasked

  /// So long may an app think, in nanoseconds.
  static let patience: UInt64 = 500_000_000

  /// Whether an answer is waited for.
  var isOpen: Bool {
    if case .asking = phase { return true }
    return false
  }

  /// A scene is due that is not connected yet; the number names the question, if it is asked.
  ///
  /// Asked anew with other modes, as when an EDID comes late, the time that is left stays what it is.
  mutating func consider(_ subject: Subject, number: UInt64, now: MonotonicTime) -> Action {
    var deadline = now.advanced(by: ConnectionQuestion.patience)
    switch phase {
    case .unasked: break
    case .answered(let answered):
      if answered == subject { return .goOn }
    case .asking(let asked, _, let first):
      if asked == subject { return .wait }
      if asked.session == subject.session { deadline = first }
    }
    phase = .asking(subject, number: number, deadline: deadline)
    return .ask(until: deadline)
  }

  /// An answer; false where it is one to another question, or too late.
  mutating func answered(_ number: UInt64) -> Bool {
    switch phase {
    case .asking(let subject, number: number, _):
      phase = .answered(subject)
      return true
    case .asking, .unasked, .answered: return false
    }
  }

  /// Whether the time for the answer is over: the default counts.
  mutating func timeOver(now: MonotonicTime) -> Bool {
    guard case .asking(let subject, _, let deadline) = phase, now >= deadline else { return false }
    phase = .answered(subject)
    return true
  }
}
