internal import Composition
public import DisplayTypes
internal import Presentation

/// What is done when a screen's flips stand still: more each time, and at last it rests ever longer between two tries.
///
/// Pure.
public nonisolated struct StallRecovery: Hashable, Sendable {
  /// What to do.
  public enum Step: Hashable, Sendable {
    /// Set the same mode again.
    case modeset
    /// Turn the screen off and on.
    case powerCycle
    /// Turn it off, and on again after so many nanoseconds.
    case rest(UInt64)
  }

  /// Stalls that are close together; it begins anew after a minute without one.
  public private(set) var count = 0
  /// The last stall, or the end of the rest that followed it.
  private var last = MonotonicTime.zero
  private var backoff = Backoff()

  /// Starts with nothing tried.
  public init() {}

  /// The flips stand still.
  public mutating func stalled(now: MonotonicTime) -> Step {
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

  /// Whether nothing has helped: it rests, or has not run for long enough since.
  public func isHopeless(now: MonotonicTime) -> Bool {
    count >= 5 && now.nanoseconds(since: last) < 5_000_000_000
  }
}
