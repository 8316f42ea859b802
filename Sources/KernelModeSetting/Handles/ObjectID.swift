/// The number of a kernel mode-setting object.
///
/// Each kind has its own type, so that none is taken for another.
public protocol ObjectID: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible
where RawValue == UInt32 {
  /// Takes the kernel's number.
  init(rawValue: UInt32)
}

extension ObjectID {
  /// Orders by number, which is the kernel's order of making.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The number as decimal digits.
  public var description: String { String(rawValue) }

  /// The number, or nil for zero, by which the kernel says "none".
  package init?(nonzero number: UInt32) {
    guard number != 0 else { return nil }
    self.init(rawValue: number)
  }
}
