import Content
import DisplayTypes
import Glibc
import Presentation

/// The kernel's time of day.
final class SystemContentClock: ContentClock {
  let screens: any DisplayClock

  init(_ screens: any DisplayClock) {
    self.screens = screens
  }

  var now: WallTime {
    var time = timespec()
    guard clock_gettime(CLOCK_REALTIME, &time) == 0 else { return .epoch }
    return WallTime(seconds: Int64(time.tv_sec)).advanced(by: Int64(time.tv_nsec))
  }

  var isRight: Bool { WallClock.seconds != nil }

  func moment(of time: WallTime) -> MonotonicTime {
    let interval = time.nanoseconds(since: now)
    return interval < 0
      ? screens.now.reversed(by: interval.magnitude) : screens.now.advanced(by: UInt64(interval))
  }

  func observe(_ didChange: @escaping () -> Void) -> AnyObject { self }
}
