public import DisplayTypes

/// A moment by all clocks that there are, so that a timer goes on over a restart of the daemon, and of the machine.
public struct TalkMoment: Hashable, Sendable {
  /// By the clock that the talk goes by while the daemon runs.
  public var monotonic: MonotonicTime
  /// Names the start of the machine since which `bootNanoseconds` counts; nil where that is not known.
  public var boot: String?
  /// Nanoseconds since then, suspends included.
  public var bootNanoseconds: UInt64
  /// Seconds since 1970, right or not.
  public var wallSeconds: Int64

  /// Makes one.
  public init(monotonic: MonotonicTime, boot: String?, bootNanoseconds: UInt64, wallSeconds: Int64) {
    self.monotonic = monotonic
    self.boot = boot
    self.bootNanoseconds = bootNanoseconds
    self.wallSeconds = wallSeconds
  }

  /// What has passed since an earlier one, which another life of the daemon has kept, in milliseconds: never below zero, and at most a
  /// day, since nobody talks for longer.
  ///
  /// Within one start of the machine its own clock counts; beyond that the time of day, as far as that goes on.
  public func milliseconds(sinceKept earlier: TalkMoment) -> Int {
    let limit = Talk.longestMilliseconds
    if let boot, boot == earlier.boot {
      let passed = bootNanoseconds > earlier.bootNanoseconds ? bootNanoseconds - earlier.bootNanoseconds : 0
      return Int(min(passed / 1_000_000, UInt64(limit)))
    }
    let (seconds, overflow) = wallSeconds.subtractingReportingOverflow(earlier.wallSeconds)
    guard !overflow, seconds > 0 else { return 0 }
    return seconds > Int64(limit / 1000) ? 0 : Int(seconds) * 1000
  }
}
