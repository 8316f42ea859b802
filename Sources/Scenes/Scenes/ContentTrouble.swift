internal import DisplayTypes

/// How content that cannot be laid out is tried again, and how often that is told.
///
/// Pure.
nonisolated struct ContentTrouble: Hashable {
  private var backoff = Backoff()
  private var told: String?
  private var toldTime = MonotonicTime.zero
  /// Whether the content that is due could not be laid out.
  var hasFailed: Bool { told != nil }
  /// The same failure is told no more often; nanoseconds.
  static let interval: UInt64 = 600_000_000_000
  /// What only an installation mends is not tried sooner; nanoseconds.
  static let longPause: UInt64 = 300_000_000_000

  /// It has failed: whether that is told, and how long to wait before the next try; nil where none would help.
  mutating func failed(_ failure: ContentFailure, now: MonotonicTime) -> (isTold: Bool, pause: UInt64?) {
    let isTold = told != failure.message || now.nanoseconds(since: toldTime) >= ContentTrouble.interval
    if isTold {
      told = failure.message
      toldTime = now
    }
    switch failure.retry {
    case .never: return (isTold, nil)
    case .soon: return (isTold, backoff.next())
    case .seldom: return (isTold, max(backoff.next(), ContentTrouble.longPause))
    }
  }
}
