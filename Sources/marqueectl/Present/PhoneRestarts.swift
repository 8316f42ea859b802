/// When the program for phones is started again after it has ended: a value.
struct PhoneRestarts {
  /// So often in a row; afterwards the speaker does it by a key.
  static let most = 3
  /// Nanoseconds before each.
  static let pause: UInt64 = 1_000_000_000

  private var count = 0

  /// When it is started again by itself; nil where that would help as little as the last time.
  mutating func next(hasServed: Bool, now: UInt64) -> UInt64? {
    guard hasServed, count < Self.most else { return nil }
    count += 1
    return now + Self.pause
  }
}
