/// When cards that could not be opened are tried again.
///
/// Pure. Without any card somebody waits for a picture, and nothing can be disturbed: every second. Beside a card that is open the
/// tries are ever rarer, since each is work on the thread that all screens share.
struct CardRetry: Sendable {
  static let shortest: UInt64 = 1_000_000_000
  static let longest: UInt64 = 60_000_000_000

  private var delay = CardRetry.shortest

  /// Nanoseconds until the next try, after one that failed.
  mutating func next(besideOpenCard: Bool) -> UInt64 {
    guard besideOpenCard else {
      delay = CardRetry.shortest
      return delay
    }
    defer { delay = min(delay * 2, CardRetry.longest) }
    return delay
  }

  /// Cards have come or gone: what failed may work now.
  mutating func reset() {
    delay = CardRetry.shortest
  }
}
