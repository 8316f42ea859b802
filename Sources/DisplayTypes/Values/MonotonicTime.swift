/// A moment on the kernel's monotonic clock (`CLOCK_MONOTONIC`), in nanoseconds since boot. Arithmetic saturates, because a timestamp from
/// a kernel or a file is an outside value.
public struct MonotonicTime: Hashable, Comparable, Sendable {
  /// Nanoseconds since boot.
  public var nanoseconds: UInt64

  /// Makes a moment.
  public init(nanoseconds: UInt64) {
    self.nanoseconds = nanoseconds
  }

  /// The start of the clock, used for "never".
  public static let zero = MonotonicTime(nanoseconds: 0)

  /// Whether the left moment is earlier.
  public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool { left.nanoseconds < right.nanoseconds }

  /// The moment `interval` nanoseconds later.
  public func advanced(by interval: UInt64) -> MonotonicTime {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(interval)
    return MonotonicTime(nanoseconds: overflow ? .max : sum)
  }

  /// The moment `interval` nanoseconds earlier.
  package func reversed(by interval: UInt64) -> MonotonicTime {
    MonotonicTime(nanoseconds: nanoseconds > interval ? nanoseconds - interval : 0)
  }

  /// The nanoseconds from `earlier` to this moment; zero if `earlier` is later.
  public func nanoseconds(since earlier: MonotonicTime) -> UInt64 {
    nanoseconds > earlier.nanoseconds ? nanoseconds - earlier.nanoseconds : 0
  }
}
