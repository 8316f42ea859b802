internal import DisplayTypes

/// Predicts refreshes, and the time to start drawing for them. Pure; the time is a parameter. With vertical blanks, drawing starts as late
/// as the measured cost and a margin allow. A command then reaches the screen in the same refresh. If frames are late or nearly late, the
/// margin grows quickly and shrinks slowly. Without vertical blanks, frames are on a grid of the mode's refresh.
struct FrameClock: Hashable, Sendable {
  /// The time from one refresh to the next, in nanoseconds.
  let interval: UInt64
  let hasVBlank: Bool
  /// The time at which the last frame came on the screen; zero before the first.
  private(set) var lastPresentation = MonotonicTime.zero
  /// The number of refreshes that frames missed.
  private(set) var missed: UInt64 = 0
  /// The refresh for the frame that is being drawn or in flight.
  private(set) var target = MonotonicTime.zero
  /// The longest times from the planned draw time to the submitted flip, in this window of frames and the one before it.
  private var worst: UInt64 = 0
  private var worstBefore: UInt64
  private var framesInWindow = 0
  private var latest: UInt64 = 0
  /// The time between the end of a frame with the expected cost and its vertical blank.
  private var reserve = FrameClock.margin
  /// The number of frames until the reserve shrinks, if none is late.
  private var framesUntilCalm = FrameClock.calmAfter
  /// The time of a vertical blank; zero before the first.
  private var phase = MonotonicTime.zero
  private var isPromised = false
  /// Whether the frame was requested as soon as the last frame was on the screen.
  private var followsLast = false

  /// The smallest time between a frame's completion and its vertical blank, in nanoseconds.
  static let margin: UInt64 = 1_500_000
  /// The number of frames in a window. A slow frame is forgotten after two windows.
  private static let window = 64
  /// The number of frames in time after which the margin loses half of its growth: half a minute at 60 Hz.
  private static let calmAfter = 2048
  /// The time in nanoseconds after the last frame for which its phase predicts vertical blanks.
  private static let phaseLifetime: UInt64 = 1_000_000_000
  /// The largest lead of a driver's timestamp over our clock, in nanoseconds.
  private static let tolerance: UInt64 = 2_000_000

  init(interval: UInt64, hasVBlank: Bool) {
    self.interval = min(max(1_000_000, interval), 1_000_000_000_000)
    self.hasVBlank = hasVBlank
    // The cost is unknown: begin early, and learn it.
    worstBefore = self.interval / 2
  }

  private var cost: UInt64 { max(worst, worstBefore) }

  /// The time to start drawing the next frame, whose refresh it stores as `target`. If a frame `follows` the last, it was requested as soon
  /// as the last was on the screen. It then missed all refreshes between them.
  mutating func nextDrawTime(now: MonotonicTime, follows: Bool = false) -> MonotonicTime {
    guard hasVBlank else { return nextGridTime(now: now, follows: follows) }
    followsLast = follows
    guard let vblank = firstVBlank(after: now) else {
      // The phase is unknown, so the frame comes with any next refresh, and is not late for one.
      isPromised = false
      target = now.advanced(by: interval)
      return now
    }
    let left = vblank.nanoseconds(since: now)
    // If less than half of the latest cost is left, this refresh is out of reach: take the next one.
    target = left < latest / 2 ? vblank.advanced(by: interval) : vblank
    // A frame that was requested shortly before its refresh may still reach it. A frame that follows another must reach it.
    let followsAnother = now.nanoseconds(since: lastPresentation) < interval
    isPromised = followsAnother || target > vblank || left >= cost
    return max(now, target.reversed(by: min(cost + reserve, interval)))
  }

  /// The next refresh, for a frame without a flip; the next drawing is for the refresh after it. If the next frame `follows` one without a
  /// flip, it is on the grid as after a flip. If the device was too busy for a frame, its refresh `isLost`, and so are the refreshes until
  /// the next frame.
  mutating func nextVBlank(now: MonotonicTime, follows: Bool = false, isLost: Bool = false) -> MonotonicTime {
    if follows, !hasVBlank { return nextGridTime(now: now, follows: true) }
    let former = target
    defer { if isLost { missed += (target.nanoseconds(since: former) + interval / 2) / interval } }
    guard hasVBlank else {
      // Never now: otherwise an unchanged picture would be drawn again and again.
      let next = target.advanced(by: interval)
      target = next > now ? next : now.advanced(by: interval)
      return target
    }
    let vblank = firstVBlank(after: now)
    isPromised = vblank != nil
    followsLast = false
    let next = target > now ? target : vblank ?? now.advanced(by: interval)
    target = next.advanced(by: interval)
    return next
  }

  /// Records that a frame with the draw time `planned` was submitted at `submitted`.
  mutating func submitted(planned: MonotonicTime, at submitted: MonotonicTime) {
    latest = min(submitted.nanoseconds(since: planned), interval)
    if latest > cost + FrameClock.margin / 2 { grow() } else { calmDown() }
    worst = max(worst, latest)
    framesInWindow += 1
    guard framesInWindow == FrameClock.window else { return }
    worstBefore = worst
    worst = 0
    framesInWindow = 0
  }

  /// Records that the frame is on the screen; returns the time that counts, and whether it is our estimate. A driver's timestamp counts
  /// only if it is later than the last and not in the future.
  mutating func presented(timestamp: MonotonicTime, now: MonotonicTime) -> (time: MonotonicTime, isEstimated: Bool) {
    let isUsable =
      timestamp > .zero && timestamp <= now.advanced(by: FrameClock.tolerance) && timestamp > lastPresentation
    let time = isUsable ? timestamp : max(now, lastPresentation.advanced(by: 1))
    if hasVBlank { countMissed(at: time) }
    lastPresentation = time
    // Without a timestamp, for example after an update in place, the time is unrelated to the vertical blank.
    if isUsable {
      phase = timestamp
    } else if timestamp > .zero || firstVBlank(after: now) == nil {
      phase = time
    }
    return (time, !isUsable)
  }

  /// The next point of the grid, without vertical blanks. The grid continues from the last point, so that lateness does not add up. Points
  /// that are more than a refresh in the past are skipped. They count as missed if a frame was requested for each.
  private mutating func nextGridTime(now: MonotonicTime, follows: Bool) -> MonotonicTime {
    let next = target.advanced(by: interval)
    let late = now.nanoseconds(since: next)
    let isRecent = now.nanoseconds(since: lastPresentation) < FrameClock.phaseLifetime
    if lastPresentation != .zero, follows || (isRecent && late <= interval) {
      let skipped = late > interval ? late / interval : 0
      missed += skipped
      target = next.advanced(by: skipped * interval)
    } else {
      target = now
    }
    return max(target, now)
  }

  /// The first vertical blank after `now`; nil if none is known, or the last was too long ago.
  private func firstVBlank(after now: MonotonicTime) -> MonotonicTime? {
    let elapsed = now.nanoseconds(since: phase)
    guard phase != .zero, elapsed < FrameClock.phaseLifetime else { return nil }
    return phase.advanced(by: (elapsed / interval + 1) * interval)
  }

  private mutating func countMissed(at time: MonotonicTime) {
    var late: UInt64 = 0
    if followsLast, lastPresentation != .zero {
      late = time.nanoseconds(since: lastPresentation.advanced(by: interval))
    } else if isPromised {
      late = time.nanoseconds(since: target)
    }
    guard late > interval / 2 else { return }
    missed += late / interval + (late % interval > interval / 2 ? 1 : 0)
    grow()
  }

  private mutating func grow() {
    reserve = min(reserve * 2, max(FrameClock.margin, interval / 2))
    framesUntilCalm = FrameClock.calmAfter
  }

  private mutating func calmDown() {
    guard reserve > FrameClock.margin else { return }
    framesUntilCalm -= 1
    guard framesUntilCalm == 0 else { return }
    reserve = FrameClock.margin + (reserve - FrameClock.margin) / 2
    framesUntilCalm = FrameClock.calmAfter
  }
}
