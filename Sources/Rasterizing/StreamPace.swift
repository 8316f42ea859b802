/// The times at which the pictures of a live stream are shown. They come at uneven times, and keep their distances.
package struct StreamPace {
  /// The nanoseconds that a picture waits for others that come late.
  private static let delay: Int64 = 100_000_000
  /// A picture that is later or earlier than this begins a new count, because the stream has stopped or jumped.
  private static let longest: Int64 = 2_000_000_000

  /// The time of the stream's beginning; nil before the first picture.
  private var beginning: Int64?

  package init() {}

  /// The time of a picture that has come, on the clock of `now`. All times are nanoseconds.
  ///
  /// - Parameter position: the time of the picture in the stream.
  package mutating func time(of position: Int64, now: UInt64) -> UInt64 {
    let now = Int64(clamping: now)
    if let beginning {
      let time = beginning.addingReportingOverflow(position).partialValue
      let lead = time.subtractingReportingOverflow(now).partialValue
      if lead >= 0, lead <= Self.longest { return UInt64(time) }
      // A stream that is late from time to time gets the delay that it needs.
      if lead < 0, lead > -Self.longest {
        self.beginning = beginning.subtractingReportingOverflow(lead).partialValue
        return UInt64(max(0, now))
      }
    }
    let time = now.addingReportingOverflow(Self.delay).partialValue
    beginning = time.subtractingReportingOverflow(position).partialValue
    return UInt64(max(0, time))
  }
}
