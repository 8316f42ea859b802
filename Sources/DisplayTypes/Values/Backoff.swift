/// The time to wait before the next try, in nanoseconds; it doubles each time.
package struct Backoff: Hashable, Sendable {
  package let first: UInt64
  package let longest: UInt64
  /// The time before the next try, in nanoseconds.
  package private(set) var pause: UInt64

  /// Whether no try has failed since the last `reset`.
  package var isFresh: Bool { pause == first }

  package init(first: UInt64 = 1_000_000_000, longest: UInt64 = 60_000_000_000) {
    self.first = first
    self.longest = longest
    pause = first
  }

  /// Returns the time until the next try in nanoseconds; the wait after it is longer.
  package mutating func next() -> UInt64 {
    defer { pause = pause > longest / 2 ? longest : pause * 2 }
    return pause
  }

  /// Starts again after a success.
  package mutating func reset() { pause = first }
}
