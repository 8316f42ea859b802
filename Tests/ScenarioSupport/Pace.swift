internal import Glibc

extension Bench {
  /// Lets time pass if the scenario is about time: between the steps of a storm, and while nothing may happen.
  ///
  /// Never use it to wait for a condition that can be polled.
  public func letPass(seconds: Double) {
    if let time { time.pass(seconds: seconds) } else { nap(seconds: seconds) }
  }

  /// Seconds on the clock of this bench.
  public var now: Double { Deadline.now(time) }

  /// A deadline this many seconds from now, on the clock of this bench.
  public func deadline(after seconds: Double) -> Deadline { Deadline(after: seconds, on: time) }

  /// The time limit for an event that must come: at least a minute in real time, because the host may be busy.
  func patience(_ seconds: Double) -> Double {
    kind.isReal || time?.isStanding == true ? seconds : max(seconds, 60)
  }

  /// Polls until there is an answer; nil after this many seconds, at least a minute in real time.
  public func poll<Value>(
    within seconds: Double, every milliseconds: Int32 = 20, _ ask: () throws -> Value?
  ) rethrows -> Value? {
    try deadline(after: patience(seconds)).poll(every: milliseconds, ask)
  }

  /// Lets the daemon's clock follow real time in `body`, for programs outside the daemon.
  public func inRealTime<Value>(_ body: () throws -> Value) rethrows -> Value {
    time?.run()
    defer { time?.stop() }
    return try body()
  }
}

/// Sleeps in real time.
func nap(seconds: Double) {
  var left = timespec(tv_sec: Int(seconds), tv_nsec: Int((seconds - seconds.rounded(.down)) * 1e9))
  var rest = timespec()
  while nanosleep(&left, &rest) != 0, errno == EINTR { left = rest }
}

/// While this value lives, the daemon's clock follows real time, for a program outside the daemon.
final class RealTime {
  private let time: SimulatedBenchTime?

  init(_ bench: any Bench) {
    time = bench.time
    time?.run()
  }

  deinit { time?.stop() }
}
