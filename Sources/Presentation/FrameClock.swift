internal import DisplayTypes

/// Predicts refreshes and the time to draw for them.
///
/// Pure; the time is a parameter.
///
/// With vertical blanks, a frame is drawn as late as its measured cost and a margin allow, so that a command reaches the screen in the same
/// refresh. If frames are late, or nearly late, the margin grows quickly and shrinks slowly. Without vertical blanks, frames are on a grid
/// of the mode's refresh.
struct FrameClock: Hashable, Sendable {
  /// Nanoseconds from one refresh to the next.
  let interval: UInt64
  let hasVBlank: Bool
  /// When the last frame came on the screen; zero before the first.
  private(set) var lastPresentation = MonotonicTime.zero
  /// Refreshes that a frame was late for.
  private(set) var missed: UInt64 = 0
  /// The refresh that the frame being drawn or in flight is for.
  private(set) var target = MonotonicTime.zero
  /// From the planned draw time to the submitted flip: the worst of this window of frames, and of the one before it.
  private var worst: UInt64 = 0
  private var worstBefore: UInt64
  private var framesInWindow = 0
  private var latest: UInt64 = 0
  /// The time between the end of a frame with the expected cost and its vertical blank.
  private var reserve = FrameClock.margin
  /// Frames until the reserve shrinks, if none is late.
  private var framesUntilCalm = FrameClock.calmAfter
  /// A moment at which a vertical blank was; zero before the first.
  private var phase = MonotonicTime.zero
  private var isPromised = false
  /// Whether the frame was requested as soon as the last was on the screen.
  private var followsLast = false

  /// The least time between a frame's completion and its vertical blank.
  static let margin: UInt64 = 1_500_000
  /// How many frames make a window: after two of them a slow frame is forgotten.
  private static let window = 64
  /// After so many frames in time, the margin gives up half of its growth: half a minute at 60 Hz.
  private static let calmAfter = 2048
  /// Longer than this after the last frame, its phase does not predict the next vertical blank.
  private static let phaseLifetime: UInt64 = 1_000_000_000
  /// How far ahead of our clock a driver's timestamp may be.
  private static let tolerance: UInt64 = 2_000_000

  init(interval: UInt64, hasVBlank: Bool) {
    self.interval = min(max(1_000_000, interval), 1_000_000_000_000)
    self.hasVBlank = hasVBlank
    // Unknown yet: begin early, and learn.
    worstBefore = self.interval / 2
  }

  private var cost: UInt64 { max(worst, worstBefore) }

  /// The start time of the next frame, whose refresh it stores as `target`.
  ///
  /// A frame that `follows` the last was requested as soon as that was on the screen, so all refreshes between them are missed.
  mutating func nextDrawTime(now: MonotonicTime, follows: Bool = false) -> MonotonicTime {
    guard hasVBlank else { return nextGridTime(now: now, follows: follows) }
    followsLast = follows
    guard let vblank = firstVBlank(after: now) else {
      // It comes with whichever refresh is next, and is late for none.
      isPromised = false
      target = now.advanced(by: interval)
      return now
    }
    let left = vblank.nanoseconds(since: now)
    // Too late for that one by more than can be hoped for: the one after.
    target = left < latest / 2 ? vblank.advanced(by: interval) : vblank
    // A frame that was requested shortly before its refresh may still reach it. A frame that follows another must.
    let followsAnother = now.nanoseconds(since: lastPresentation) < interval
    isPromised = followsAnother || target > vblank || left >= cost
    return max(now, target.reversed(by: min(cost + reserve, interval)))
  }

  /// The next refresh, for a frame without a flip; the next drawing is for the refresh after it.
  ///
  /// If a frame was shown without a flip and the next `follows` it, the next is on the grid as after a flip. If the device was too busy for
  /// a frame, that refresh `isLost`, and so are those until the next frame.
  mutating func nextVBlank(now: MonotonicTime, follows: Bool = false, isLost: Bool = false) -> MonotonicTime {
    if follows, !hasVBlank { return nextGridTime(now: now, follows: true) }
    let former = target
    defer { if isLost { missed += (target.nanoseconds(since: former) + interval / 2) / interval } }
    guard hasVBlank else {
      // Never now: a picture that does not change would be drawn again and again.
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

  /// A frame planned for `planned` was submitted at `submitted`.
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

  /// The frame is on the screen; returns the effective time, and whether it is ours.
  ///
  /// A driver's timestamp counts only if it is later than the last and not in the future.
  mutating func presented(timestamp: MonotonicTime, now: MonotonicTime) -> (time: MonotonicTime, isEstimated: Bool) {
    let isUsable =
      timestamp > .zero && timestamp <= now.advanced(by: FrameClock.tolerance) && timestamp > lastPresentation
    let time = isUsable ? timestamp : max(now, lastPresentation.advanced(by: 1))
    if hasVBlank { countMissed(at: time) }
    lastPresentation = time
    // Without a timestamp, as after an update in place, the time is unrelated to the vertical blank.
    if isUsable {
      phase = timestamp
    } else if timestamp > .zero || firstVBlank(after: now) == nil {
      phase = time
    }
    return (time, !isUsable)
  }

  /// Without vertical blanks: the next point of the grid, which continues from the last, so that lateness does not add up.
  ///
  /// Points that are more than a refresh ago are skipped, and missed if a frame was requested for each.
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

  /// The first vertical blank after `now`; nil if none was seen, or too long ago.
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
