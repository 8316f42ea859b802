import DisplayTypes
import TestKit

@testable import Presentation

/// A screen and the presenter's loop in simulated time: `RedrawState` and `FrameClock` as the presenter uses them.
struct PacingSimulation {
  enum PacedDriver {
    /// Flips end at vertical blanks of this interval; the timestamps are exact.
    case vblank(interval: UInt64)
    /// Flips end at once.
    case immediate
  }

  let driver: PacedDriver
  /// Nanoseconds from the draw to the submitted flip.
  var drawCost: ClosedRange<UInt64>
  /// How late timers and events are delivered.
  var lateness: ClosedRange<UInt64> = 20_000...300_000
  /// One draw in so many takes up to so much longer, as on a busy machine.
  var hiccup: (every: UInt64, nanoseconds: UInt64) = (1, 0)
  /// Whether an animation runs.
  var isAnimated = true
  private(set) var now = MonotonicTime(nanoseconds: 5_000_000_000)
  private(set) var frameClock: FrameClock
  private(set) var presentations: [MonotonicTime] = []
  private var redraw = RedrawState()
  private var timer: MonotonicTime?
  private var planned = MonotonicTime.zero
  private var flip: MonotonicTime?
  private var random: SeededGenerator

  init(driver: PacedDriver, interval: UInt64, drawCost: ClosedRange<UInt64>, seed: UInt64 = 1) {
    self.driver = driver
    self.drawCost = drawCost
    random = SeededGenerator(exactly: seed)
    switch driver {
    case .vblank: frameClock = FrameClock(interval: interval, hasVBlank: true)
    case .immediate: frameClock = FrameClock(interval: interval, hasVBlank: false)
    }
  }

  mutating func request() {
    apply(redraw.redrawRequested())
  }

  /// Runs until `end`, or until a longer draw is finished.
  mutating func run(until end: MonotonicTime) {
    while let event = [timer, flip].compactMap({ $0 }).min(), event <= end {
      if event == flip { endFlip() } else { fire() }
    }
    now = max(now, end)
  }

  /// The first vertical blank after a moment.
  func vblank(after time: MonotonicTime, interval: UInt64) -> MonotonicTime {
    MonotonicTime(nanoseconds: (time.nanoseconds / interval + 1) * interval)
  }

  private mutating func fire() {
    guard let due = timer else { return }
    timer = nil
    now = max(now, due).advanced(by: UInt64.random(in: lateness, using: &random))
    guard redraw.timerFired() else { return }
    now = now.advanced(by: UInt64.random(in: drawCost, using: &random))
    if UInt64.random(in: 0..<hiccup.every, using: &random) == 0 {
      now = now.advanced(by: UInt64.random(in: 0...hiccup.nanoseconds, using: &random))
    }
    frameClock.submitted(planned: planned, at: now)
    switch driver {
    case .vblank(let interval): flip = vblank(after: now, interval: interval)
    case .immediate: flip = now
    }
    apply(redraw.drew(.submitted, wantsMore: isAnimated), follows: isAnimated)
  }

  private mutating func endFlip() {
    guard let time = flip else { return }
    flip = nil
    now = max(now, time).advanced(by: UInt64.random(in: lateness, using: &random))
    presentations.append(frameClock.presented(timestamp: time, now: now).time)
    apply(redraw.flipped(wantsMore: isAnimated), follows: isAnimated)
  }

  private mutating func apply(_ action: RedrawState.Action, follows: Bool = false) {
    switch action {
    case .nothing: break
    case .scheduleDraw:
      planned = frameClock.nextDrawTime(now: now, follows: follows)
      timer = planned
    case .scheduleEstimatedVBlank:
      planned = frameClock.nextVBlank(now: now)
      timer = planned
    }
  }
}
