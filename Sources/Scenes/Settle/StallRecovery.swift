internal import Composition
internal import DisplayTypes
internal import Presentation

/// The steps against stalled flips, with growing pauses. Pure.
nonisolated struct StallRecovery: Hashable, Sendable {
  enum Step: Hashable, Sendable {
    case modeset
    case powerCycle
    /// Turn the screen off, and on again after a number of nanoseconds.
    case rest(UInt64)
  }

  /// The number of stalls in a row, without a minute between them.
  private(set) var count = 0
  /// The last stall, or the end of its rest.
  private var last = MonotonicTime.zero
  private var backoff = Backoff()

  mutating func stalled(now: MonotonicTime) -> Step {
    if now.nanoseconds(since: last) > 60_000_000_000 { self = StallRecovery() }
    last = now
    count += 1
    switch count {
    case 1, 2: return .modeset
    case 3, 4: return .powerCycle
    default:
      let pause = backoff.next()
      last = now.advanced(by: pause)
      return .rest(pause)
    }
  }

  /// Whether the screen is off for a pause, or has not run for five seconds since.
  func isHopeless(now: MonotonicTime) -> Bool { count >= 5 && now.nanoseconds(since: last) < 5_000_000_000 }
}
