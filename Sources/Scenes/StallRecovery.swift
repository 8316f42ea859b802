public import DisplayTypes

/// What is done when a screen's flips stand still: more each time, and at last nothing.
///
/// Pure.
public nonisolated struct StallRecovery: Hashable, Sendable {
  /// What to do.
  public enum Step: Hashable, Sendable {
    /// Set the same mode again.
    case modeset
    /// Turn the screen off and on.
    case powerCycle
    /// End, so that the supervisor starts the daemon anew.
    case giveUp
  }

  /// Stalls that are close together; it begins anew after a minute without one.
  public private(set) var count = 0
  private var last = MonotonicTime.zero

  /// Starts with nothing tried.
  public init() {}

  /// The flips stand still.
  public mutating func stalled(now: MonotonicTime) -> Step {
    if now.nanoseconds(since: last) > 60_000_000_000 { count = 0 }
    last = now
    count += 1
    switch count {
    case 1, 2: return .modeset
    case 3, 4: return .powerCycle
    default: return .giveUp
    }
  }
}
