internal import Glibc

/// A moment by which something must be done, on the monotonic clock.
struct Deadline {
  let seconds: Double
  private let moment: Double

  /// Begins now; nil seconds give no deadline.
  init?(seconds: Double?) {
    guard let seconds else { return nil }
    self.seconds = seconds
    moment = Self.now + max(0, seconds)
  }

  /// Milliseconds left, rounded up, as poll(2) wants them; zero once it has passed.
  var millisecondsLeft: Int32 {
    let left = (moment - Self.now) * 1000
    return left <= 0 ? 0 : Int32(min(left.rounded(.up), 1e9))
  }

  private static var now: Double {
    var time = timespec()
    guard clock_gettime(CLOCK_MONOTONIC, &time) == 0 else { return 0 }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
