/// A time zone's offsets from UTC, and when they change.
public struct ZoneRules: Hashable, Sendable {
  /// An offset that is in force from a moment on.
  public struct Change: Hashable, Sendable {
    /// Seconds since 1970.
    public var from: Int64
    /// Seconds that local time is ahead of UTC.
    public var offset: Int

    /// Makes a change.
    public init(from: Int64, offset: Int) {
      self.from = from
      self.offset = offset
    }
  }

  /// The offset before the first change, in seconds.
  public var first: Int
  /// In rising order.
  public var changes: [Change]

  /// Makes rules.
  public init(first: Int, changes: [Change] = []) {
    self.first = first
    self.changes = changes
  }

  /// UTC.
  public static let utc = ZoneRules(first: 0)

  /// Seconds that local time is ahead of UTC at a moment, in seconds since 1970.
  public func offset(at seconds: Int64) -> Int {
    let next = nextChange(after: seconds)
    return next == 0 ? first : changes[next - 1].offset
  }

  /// The moment at which clocks first show a local time, in seconds since 1970.
  ///
  /// `local` counts seconds since 1970-01-01 00:00 as clocks show them. A time that they skip is the moment at which they are put forward;
  /// of a time that they show twice it is the first one. So what ends at a time and what begins at it always meet.
  public func moment(ofLocal local: Int64) -> Int64 {
    // Local time is never further from UTC than this.
    var next = nextChange(after: local - 100_000)
    var begin = Int64.min
    var offset = next == 0 ? first : changes[next - 1].offset
    while next < changes.count {
      let moment = max(begin, local - Int64(offset))
      if moment < changes[next].from { return moment }
      begin = changes[next].from
      offset = changes[next].offset
      next += 1
    }
    return max(begin, local - Int64(offset))
  }

  /// The part of time around a moment in which the offset is the same, in seconds since 1970.
  func span(around seconds: Int64) -> Range<Int64> {
    let next = nextChange(after: seconds)
    return (next == 0 ? .min : changes[next - 1].from)..<(next == changes.count ? .max : changes[next].from)
  }

  /// The place of the first change after a moment; their number where there is none.
  private func nextChange(after seconds: Int64) -> Int {
    var low = 0
    var high = changes.count
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].from <= seconds { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
