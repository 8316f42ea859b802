/// The time to wait before the next try, in nanoseconds; it doubles each time.
package struct Backoff: Hashable, Sendable {
  package let first: UInt64
  package let longest: UInt64
  private let isFirstFree: Bool
  /// The time before the next try, in nanoseconds.
  package private(set) var pause: UInt64

  /// Whether no try has failed since the last `reset`.
  package var isFresh: Bool { pause == (isFirstFree ? 0 : first) }

  /// - Parameter isFirstFree: Whether a try without a wait precedes the first wait.
  package init(first: UInt64 = 1_000_000_000, longest: UInt64 = 60_000_000_000, isFirstFree: Bool = false) {
    (self.first, self.longest, self.isFirstFree) = (first, longest, isFirstFree)
    pause = isFirstFree ? 0 : first
  }

  /// Returns the time until the next try in nanoseconds; the wait after it is longer.
  package mutating func next() -> UInt64 {
    defer { pause = pause == 0 ? first : pause > longest / 2 ? longest : pause * 2 }
    return pause
  }

  /// Starts again after a success.
  package mutating func reset() { pause = isFirstFree ? 0 : first }
}
