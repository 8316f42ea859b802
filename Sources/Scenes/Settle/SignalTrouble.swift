internal import DisplayTypes
internal import Presentation

/// The troubles of one screen's signal: links that did not hold, and flips that have stalled. Pure.
nonisolated struct SignalTrouble: Hashable {
  private var losses = LinkLosses()
  private var backoff = Backoff()
  private var recovery = StallRecovery()

  /// The modes whose link did not hold.
  var failedModes: Set<ScreenMode> { losses.modes }
  /// The number of stalls in a row.
  var stallCount: Int { recovery.count }

  /// Records that the link has failed `age` nanoseconds after its modeset; true if the next mode is to be tried.
  mutating func linkFailed(in mode: ScreenMode, after age: UInt64) -> Bool {
    let before = losses.modes.count
    losses.lost(mode, heldFor: age)
    if losses.modes.isEmpty, age >= LinkLosses.probation { backoff.reset() }
    return losses.modes.count > before
  }

  /// Admits all modes again, because none holds its link; returns the nanoseconds until the next trial.
  mutating func linkFailsInEveryMode() -> UInt64 {
    losses = LinkLosses()
    return backoff.next()
  }

  mutating func forgetLinks() {
    losses = LinkLosses()
    backoff.reset()
  }

  mutating func stalled(now: MonotonicTime) -> StallRecovery.Step { recovery.stalled(now: now) }

  /// Whether the flips have stalled, and no step has helped.
  func isHopeless(now: MonotonicTime) -> Bool { recovery.isHopeless(now: now) }
}
