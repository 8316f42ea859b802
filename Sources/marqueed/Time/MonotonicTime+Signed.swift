import DisplayTypes

nonisolated extension MonotonicTime {
  /// The moment so many nanoseconds later, or earlier where that is negative; saturates.
  func advanced(bySigned interval: Int64) -> MonotonicTime {
    interval < 0 ? reversed(by: interval.magnitude) : advanced(by: interval.magnitude)
  }

  /// Nanoseconds since zero; saturates.
  var signedNanoseconds: Int64 { Int64(clamping: nanoseconds) }
}
