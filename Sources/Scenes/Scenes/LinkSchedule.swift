internal import DisplayTypes

/// When a display link calls back: at every refresh of the grid, or at every so manieth.
///
/// Pure.
nonisolated struct LinkSchedule: Hashable {
  /// The screen's refreshes.
  private let grid: RefreshGrid
  /// From one callback to the next, in nanoseconds.
  let period: UInt64

  /// Takes the highest rate that divides the screen's and is not above the range; the screen's own without a range.
  ///
  /// Where no such rate is within the range, it is the first below.
  init(_ grid: RefreshGrid, hertz range: ClosedRange<Double>?) {
    self.grid = RefreshGrid(anchor: grid.anchor, interval: max(1, grid.interval))
    let refresh = 1_000_000_000 / Double(self.grid.interval)
    let most = range?.upperBound ?? refresh
    // 59.94 Hz is not above 59.9, nor 60 above 59.94.
    let quotient = (refresh / max(most, LinkSchedule.slowest) * 0.998).rounded(.up)
    period = self.grid.interval * UInt64(max(1, min(quotient, 1_000_000)))
  }

  /// One callback in ten minutes; no range makes a link slower.
  private static let slowest = 1.0 / 600

  /// The refresh of the first callback after a moment.
  func next(after time: MonotonicTime) -> MonotonicTime {
    guard time >= grid.anchor else { return grid.anchor }
    return grid.anchor.advanced(by: (time.nanoseconds(since: grid.anchor) / period + 1) * period)
  }

  /// What a callback at a moment is told: the refresh that has just been, and the next one that it is called for.
  ///
  /// A callback that comes too late for a refresh or more is told of the newest.
  func frame(at now: MonotonicTime) -> DisplayLinkFrame {
    let next = next(after: now)
    return DisplayLinkFrame(timestamp: next.reversed(by: period), targetTimestamp: next)
  }
}
