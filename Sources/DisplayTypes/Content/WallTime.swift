/// A moment of the calendar's time: what the kernel's real-time clock shows, which may be wrong and may jump.
public struct WallTime: Hashable, Comparable, Sendable {
  /// Nanoseconds since 1970-01-01 00:00 UTC, without leap seconds; reaches to the year 2262.
  public var nanoseconds: Int64

  /// Makes a moment from nanoseconds since 1970.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Makes a moment from whole seconds since 1970; saturates.
  public init(seconds: Int64) {
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    nanoseconds = overflow ? (seconds < 0 ? .min : .max) : product
  }

  /// The beginning of 1970.
  public static let epoch = WallTime(nanoseconds: 0)

  /// Whole seconds since 1970, rounded down.
  public var seconds: Int64 {
    let (quotient, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return rest < 0 ? quotient - 1 : quotient
  }

  /// Whether the left one is earlier.
  public static func < (left: WallTime, right: WallTime) -> Bool { left.nanoseconds < right.nanoseconds }

  /// The moment so many nanoseconds later, or earlier where that is negative; saturates.
  public func advanced(by interval: Int64) -> WallTime {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(interval)
    return WallTime(nanoseconds: overflow ? (interval < 0 ? .min : .max) : sum)
  }

  /// Nanoseconds from `earlier` to this moment, negative where it is not earlier; saturates.
  public func nanoseconds(since earlier: WallTime) -> Int64 {
    let (difference, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
    return overflow ? (nanoseconds < 0 ? .min : .max) : difference
  }
}
