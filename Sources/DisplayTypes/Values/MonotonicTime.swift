/// A moment on the kernel's monotonic clock (`CLOCK_MONOTONIC`), in nanoseconds since boot.
///
/// Arithmetic saturates: a timestamp from a kernel or a file is an outside number.
public struct MonotonicTime: Hashable, Comparable, Sendable {
  /// Nanoseconds since boot.
  public var nanoseconds: UInt64

  /// Makes a moment.
  public init(nanoseconds: UInt64) {
    self.nanoseconds = nanoseconds
  }

  /// The beginning of the clock, used as "never".
  public static let zero = MonotonicTime(nanoseconds: 0)

  /// Whether the left one is earlier.
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

  /// Nanoseconds from `earlier` to this moment, zero if it is not earlier.
  public func nanoseconds(since earlier: MonotonicTime) -> UInt64 {
    nanoseconds > earlier.nanoseconds ? nanoseconds - earlier.nanoseconds : 0
  }
}
