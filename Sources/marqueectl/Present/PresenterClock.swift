import Glibc

/// The clocks of this machine.
enum PresenterClock {
  /// Nanoseconds on the monotonic clock, which the daemon's timer is told on.
  static var monotonic: UInt64 {
    var time = timespec()
    guard clock_gettime(CLOCK_MONOTONIC, &time) == 0 else { return 0 }
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// The time of day, as 14:05, and the milliseconds until its seconds change.
  static func timeOfDay() -> (text: String, millisecondsLeft: Int32) {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    var parts = tm()
    var seconds = now.tv_sec
    localtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return ("\(two(parts.tm_hour)):\(two(parts.tm_min))", Int32(1000 - now.tv_nsec / 1_000_000))
  }
}
