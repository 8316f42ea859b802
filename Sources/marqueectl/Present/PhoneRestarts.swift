/// When the program for phones is started again after it has ended: a value.
struct PhoneRestarts {
  /// So often in a row; afterwards the speaker does it by a key.
  static let most = 3
  /// Nanoseconds before each.
  static let pause: UInt64 = 1_000_000_000
  /// Nanoseconds of service after which an end begins another row.
  static let steady: UInt64 = 300_000_000_000

  private var count = 0

  /// When it is started again by itself; nil where that would help as little as the last time.
  ///
  /// `service` is how long it has served, in nanoseconds; nil where it never has.
  mutating func next(afterServing service: UInt64?, now: UInt64) -> UInt64? {
    guard let service else { return nil }
    if service >= Self.steady { count = 0 }
    guard count < Self.most else { return nil }
    count += 1
    return now + Self.pause
  }
}
