internal import Glibc

/// A moment by which something must be done.
struct Deadline {
  let seconds: Double
  private let moment: Double
  private let time: (any TestedTime)?

  /// Begins now, on the monotonic clock or on that of a test; nil seconds give no deadline.
  init?(seconds: Double?, on time: (any TestedTime)? = nil) {
    guard let seconds else { return nil }
    self.seconds = seconds
    self.time = time
    moment = (time?.now ?? Self.now) + max(0, seconds)
  }

  /// Seconds left; zero once it has passed.
  var secondsLeft: Double { max(0, moment - (time?.now ?? Self.now)) }

  /// Milliseconds left, rounded up, as poll(2) wants them; zero once it has passed.
  var millisecondsLeft: Int32 {
    let left = secondsLeft * 1000
    return left <= 0 ? 0 : Int32(min(left.rounded(.up), 1e9))
  }

  private static var now: Double {
    var time = timespec()
    guard clock_gettime(CLOCK_MONOTONIC, &time) == 0 else { return 0 }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
