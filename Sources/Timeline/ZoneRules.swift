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
}
