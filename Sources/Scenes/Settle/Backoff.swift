/// How long to wait before the next try: longer each time.
///
/// Pure.
nonisolated struct Backoff: Hashable {
  /// Nanoseconds before the first retry.
  let first: UInt64
  /// No retry waits longer; nanoseconds.
  let longest: UInt64
  private var last: UInt64 = 0

  init(first: UInt64 = 1_000_000_000, longest: UInt64 = 60_000_000_000) {
    self.first = first
    self.longest = longest
  }

  /// Nanoseconds until the next try.
  mutating func next() -> UInt64 {
    let (doubled, overflow) = last.multipliedReportingOverflow(by: 2)
    last = overflow ? longest : min(max(doubled, first), longest)
    return last
  }

  /// It has worked.
  mutating func reset() { last = 0 }
}
