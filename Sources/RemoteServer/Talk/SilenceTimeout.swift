/// When it is to be found out whether the daemon answers: a value, whose times are seconds of a clock that only goes forward.
struct SilenceTimeout {
  /// How long all calls together may be without an answer.
  static let patience = 3.0

  private var calls = 0
  private var heardAt = 0.0

  /// The time at which it is due; nil while no call waits for an answer.
  var due: Double? { calls > 0 ? heardAt + SilenceTimeout.patience : nil }

  /// A call is sent.
  mutating func callDidBegin(at now: Double) {
    if calls == 0 { heardAt = now }
    calls += 1
  }

  /// A call has ended: by an answer, or without one.
  mutating func callDidEnd(isAnswered: Bool, at now: Double) {
    calls -= 1
    if isAnswered { heardAt = now }
  }

  /// The daemon has answered otherwise.
  mutating func didHear(at now: Double) { heardAt = now }
}
