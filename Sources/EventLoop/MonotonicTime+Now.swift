internal import CLinuxEvents
public import DisplayTypes
internal import Glibc

extension MonotonicTime {
  /// The present moment on `CLOCK_MONOTONIC`, the clock of the kernel's page-flip timestamps.
  public static var now: MonotonicTime {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_MONOTONIC, &time) == 0, time.tv_sec >= 0, time.tv_nsec >= 0 else { return .zero }
    return MonotonicTime(nanoseconds: UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec))
  }
}
