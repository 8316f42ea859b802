internal import DisplayTypes

/// Where something that repeats is at a time: a function of the time of day, whatever the clock of the screens shows.
nonisolated struct TickerPhase {
  /// The time of day at the moment `monotonic`.
  let wall: WallTime
  let monotonic: MonotonicTime

  init(now: WallTime, on monotonic: MonotonicTime) {
    wall = now
    self.monotonic = monotonic
  }

  /// How far into a period that began with 1970 it is, from 0 to below 1, at the beginning of the screens' clock.
  func share(of period: UInt64) -> Double {
    guard period > 0 else { return 0 }
    let length = Int64(clamping: period)
    let rest = wall.nanoseconds % length
    let atNow = UInt64(rest < 0 ? rest + length : rest)
    let before = monotonic.nanoseconds % period
    let atStart = atNow >= before ? atNow - before : atNow + (period - before)
    return Double(atStart) / Double(period)
  }

  /// A moment at which a period begins: the last one, or the next where the last was before the beginning of the screens' clock.
  func start(of period: UInt64) -> MonotonicTime {
    guard period > 0 else { return .zero }
    let since = UInt64((share(of: period) * Double(period)).rounded()) % period
    // At the beginning of the clock so much of the period was over.
    let first = (period - since) % period
    let whole = monotonic.nanoseconds >= first ? (monotonic.nanoseconds - first) / period : 0
    return MonotonicTime(nanoseconds: first).advanced(by: whole * period)
  }
}
