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

/// Decides which coded pictures of a live stream are decoded. A decoder that is too slow, or a connection that was held up, leaves pictures behind.
/// They are left out up to a key frame, so that the delay of the stream stays bounded.
package struct StreamBacklog: Sendable {
  /// The greatest delay beyond the usual one, and the delay from which pictures are decoded again, in nanoseconds.
  private static let most: Int64 = 1_500_000_000
  private static let enough: Int64 = 500_000_000
  /// If no picture was in time for these nanoseconds, the time of the stream has changed.
  private static let patience: Int64 = 4_000_000_000
  /// The share of the time by which the clocks of two machines may differ.
  private static let drift: Int64 = 5_000

  /// The least age of a picture when it comes to the decoder, and the time at which it was found.
  private var usual: (age: Int64, at: Int64)?
  /// The time from which pictures are left out; nil while they are decoded.
  private var begin: Int64?
  /// The position of the first picture after those that were left out, until it is decoded.
  private var continuation: Int64?

  package init() {}

  /// Whether pictures are left out until a key frame.
  package var isLeavingOut: Bool { begin != nil }

  /// Returns whether a coded picture is decoded. All times are nanoseconds.
  ///
  /// - Parameters:
  ///   - position: the time of the picture in the stream.
  ///   - isKey: whether it can be decoded without the pictures before it.
  package mutating func takes(_ position: Int64, isKey: Bool, now: UInt64) -> Bool {
    let now = Int64(clamping: now)
    let age = now.subtractingReportingOverflow(position).partialValue
    let delay = age.subtractingReportingOverflow(usualAge(at: now) ?? age).partialValue
    guard let begin else {
      if delay <= 0 { usual = (age, now) }
      guard delay > Self.most else { return true }
      self.begin = now
      return takes(position, isKey: isKey, now: UInt64(now))
    }
    guard isKey else { return false }
    if now - begin > Self.patience { usual = (age, now) } else if delay > Self.enough { return false }
    self.begin = nil
    continuation = position
    return true
  }

  /// Returns whether pictures were left out before this decoded one. Its time then begins a new count.
  package mutating func endsGap(_ position: Int64) -> Bool {
    guard let continuation, position >= continuation else { return false }
    self.continuation = nil
    return true
  }

  private func usualAge(at now: Int64) -> Int64? {
    usual.map { $0.age.addingReportingOverflow(max(0, now - $0.at) / Self.drift).partialValue }
  }
}
