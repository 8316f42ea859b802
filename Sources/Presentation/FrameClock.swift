public import DisplayTypes

/// Predicts refreshes and says when to draw for them. Pure; the time is handed in.
///
/// With vertical blanks, a frame is drawn as late as its measured cost and a margin allow, so that a command reaches the screen in
/// the same refresh. Without, frames stand on a grid of the mode's refresh.
public struct FrameClock: Hashable, Sendable {
  /// Nanoseconds from one refresh to the next.
  public let interval: UInt64
  /// Whether flips end at vertical blanks.
  public let hasVBlank: Bool
  /// When the last frame came on the screen; zero before the first.
  public private(set) var lastPresentation = MonotonicTime.zero
  /// Refreshes that a frame was late for.
  public private(set) var missed: UInt64 = 0
  /// The refresh that the frame being drawn or in flight is for.
  public private(set) var target = MonotonicTime.zero
  /// From the planned draw time to the submitted flip: the worst of late, forgotten slowly.
  private var cost: UInt64

  /// The least time between a frame's completion and its vertical blank.
  public static let margin: UInt64 = 1_500_000
  /// Beyond this long after the last frame its phase says nothing of the next vertical blank.
  private static let phaseLifetime: UInt64 = 1_000_000_000
  /// How far ahead of our clock a driver's timestamp may be.
  private static let tolerance: UInt64 = 2_000_000

  /// A clock for a mode that was just set.
  public init(interval: UInt64, hasVBlank: Bool) {
    self.interval = max(1_000_000, interval)
    self.hasVBlank = hasVBlank
    // Unknown yet: begin early, and learn.
    cost = self.interval / 2
  }

  /// When to begin the next frame. Remembers which refresh it is for.
  public mutating func nextDrawTime(now: MonotonicTime) -> MonotonicTime {
    let elapsed = now.nanoseconds(since: lastPresentation)
    guard lastPresentation != .zero, elapsed < FrameClock.phaseLifetime else {
      target = hasVBlank ? now.advanced(by: interval) : now
      return now
    }
    guard hasVBlank else {
      // The grid goes on from the last target, so that lateness does not add up.
      let next = target.advanced(by: interval)
      target = next.advanced(by: interval) < now ? now : next
      return max(target, now)
    }
    let lead = min(cost + FrameClock.margin, interval)
    let ahead = elapsed / interval + 1
    var vblank = lastPresentation.advanced(by: ahead * interval)
    // Too late for that one by more than can be hoped for: the one after.
    if vblank.nanoseconds(since: now) < cost / 2 { vblank = vblank.advanced(by: interval) }
    target = vblank
    return max(now, vblank.reversed(by: lead))
  }

  /// The next refresh, for a frame that was not flipped.
  public mutating func nextVBlank(now: MonotonicTime) -> MonotonicTime {
    guard hasVBlank else { return nextDrawTime(now: now) }
    let base = max(lastPresentation, target)
    let elapsed = now.nanoseconds(since: base)
    guard base != .zero, elapsed < FrameClock.phaseLifetime else { return now.advanced(by: interval) }
    return base > now ? base : base.advanced(by: (elapsed / interval + 1) * interval)
  }

  /// A frame that was to be drawn at `planned` was submitted at `submitted`.
  public mutating func submitted(planned: MonotonicTime, at submitted: MonotonicTime) {
    let measured = submitted.nanoseconds(since: planned)
    cost = measured > cost ? min(measured, interval) : cost - (cost - measured) / 64
  }

  /// The frame is on the screen. Returns the time that counts, and whether it is ours instead of the driver's.
  ///
  /// A driver's timestamp counts only if it is later than the last and not in the future.
  public mutating func presented(
    timestamp: MonotonicTime, now: MonotonicTime
  ) -> (time: MonotonicTime, isEstimated: Bool) {
    let isUsable =
      timestamp > .zero && timestamp <= now.advanced(by: FrameClock.tolerance) && timestamp > lastPresentation
    let time = isUsable ? timestamp : max(now, lastPresentation.advanced(by: 1))
    let late = time.nanoseconds(since: target)
    if target != .zero, late > interval / 2 {
      missed += (late + interval / 2) / interval
      if hasVBlank { cost = min(cost + 2_000_000, interval) }
    }
    lastPresentation = time
    return (time, !isUsable)
  }
}
