internal import Glibc

/// The clock of pictures and samples in the programs that play.
@safe package enum WorkerClock {
  /// The nanoseconds of `CLOCK_MONOTONIC`, which is the daemon's clock too.
  package static var now: UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(max(0, time.tv_sec)) * 1_000_000_000 + UInt64(max(0, time.tv_nsec))
  }
}
