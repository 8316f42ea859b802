/// The time to wait before the next try, in nanoseconds; it doubles each time.
package struct Backoff: Hashable, Sendable {
  package let first: UInt64
  package let longest: UInt64
  private let free: Int
  private var used = 0
  private var doubled: UInt64

  /// The time before the next try, in nanoseconds.
  package var pause: UInt64 { used < free ? 0 : doubled }

  /// Whether no try has failed since the last `reset`.
  package var isFresh: Bool { used == 0 && doubled == first }

  /// - Parameter free: The number of tries without a wait, before the first wait.
  package init(first: UInt64 = 1_000_000_000, longest: UInt64 = 60_000_000_000, free: Int = 0) {
    self.first = first
    self.longest = longest
    self.free = free
    doubled = first
  }

  /// Returns the time until the next try in nanoseconds; the wait after it is longer.
  package mutating func next() -> UInt64 {
    defer {
      if used < free { used += 1 } else { doubled = doubled > longest / 2 ? longest : doubled * 2 }
    }
    return pause
  }

  /// Starts again after a success.
  package mutating func reset() { self = Backoff(first: first, longest: longest, free: free) }
}
