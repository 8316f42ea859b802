/// When a connection has lasted too long: a value, whose times are seconds of any clock that only goes forward.
struct ConnectionClock {
  private let limits: GateLimits
  private let opened: Double
  private var last: Double
  private var wasHeard = false
  /// Since when a request waits for its answer.
  private var asked: Double?
  private var unanswered = 0
  /// Since when the client takes nothing of what waits for it.
  private var stuck: Double?
  /// Since when what the client sends is thrown away.
  private var refused: Double?

  init(_ limits: GateLimits, now: Double) {
    self.limits = limits
    opened = now
    last = now
  }

  /// Bytes of the client; false where they are too many before an answer.
  mutating func heard(_ bytes: Int, now: Double) -> Bool {
    wasHeard = true
    last = now
    asked = asked ?? now
    unanswered += bytes
    return unanswered <= limits.unansweredBytes
  }

  /// Bytes of an answer.
  mutating func answered(now: Double) {
    last = now
    asked = nil
    unanswered = 0
  }

  /// The client took some of what waited, or all of it.
  mutating func took(all: Bool, now: Double) {
    last = now
    stuck = all ? nil : now
  }

  /// The client takes nothing more at present.
  mutating func waits(now: Double) {
    stuck = stuck ?? now
  }

  /// From now on what the client sends is thrown away.
  mutating func refused(now: Double) {
    refused = now
  }

  /// Whether it is over.
  func isOver(now: Double) -> Bool {
    if let refused, now - refused > limits.secondsToDiscard { return true }
    if !wasHeard, now - opened > limits.secondsToFirstByte { return true }
    if let asked, stuck == nil, now - asked > limits.secondsToAnswer { return true }
    if let stuck, now - stuck > limits.secondsToTake { return true }
    return now - last > limits.secondsIdle
  }
}
