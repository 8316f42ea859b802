internal import Glibc

extension Bench {
  /// Lets time pass where time is what the scenario is about: between the steps of a storm, and while nothing may happen.
  ///
  /// Never to wait for something that can be asked for.
  public func letPass(seconds: Double) {
    if let time { time.pass(seconds: seconds) } else { nap(seconds: seconds) }
  }

  /// Seconds on the clock of this bench.
  public var now: Double { Deadline.now(time) }

  /// So many seconds from now, on the clock of this bench.
  public func deadline(after seconds: Double) -> Deadline { Deadline(after: seconds, on: time) }

  /// How long something that must come may take: a minute at least where real time passes, since the host may be busy.
  func patience(_ seconds: Double) -> Double {
    kind.isReal || time?.isStanding == true ? seconds : max(seconds, 60)
  }

  /// Asks again and again until the answer is there; nil where it is not within so many seconds, a minute at least where real time passes.
  public func poll<Value>(
    within seconds: Double, every milliseconds: Int32 = 20, _ ask: () throws -> Value?
  ) rethrows -> Value? {
    try deadline(after: patience(seconds)).poll(every: milliseconds, ask)
  }

  /// Lets the daemon's clock go with real time in `body`, as programs outside the daemon need it.
  public func inRealTime<Value>(_ body: () throws -> Value) rethrows -> Value {
    time?.run()
    defer { time?.stop() }
    return try body()
  }
}

/// Sleeps.
func nap(seconds: Double) {
  var left = timespec(tv_sec: Int(seconds), tv_nsec: Int((seconds - seconds.rounded(.down)) * 1e9))
  var rest = timespec()
  while nanosleep(&left, &rest) != 0, errno == EINTR { left = rest }
}

/// The daemon's clock goes with real time as long as this lives: a program outside the daemon needs that.
final class RealTime {
  private let time: SimulatedBenchTime?

  init(_ bench: any Bench) {
    time = bench.time
    time?.run()
  }

  deinit { time?.stop() }
}
