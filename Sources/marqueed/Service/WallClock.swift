internal import CLinuxEvents
internal import Glibc

/// The time of day, where it is known to be right.
nonisolated enum WallClock {
  /// Seconds since 1970 in UTC; nil unless the kernel says that somebody keeps its clock synchronised.
  ///
  /// A clock that is years ahead looks like any other: without that word sessions would go as if their displays had not been seen for
  /// so long. From `adjtimex(2)`.
  static var seconds: Int64? {
    marquee_clock_is_synchronised() ? Int64(time(nil)) : nil
  }
}
