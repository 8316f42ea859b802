/// A value that an app keeps with a session: what JSON can say.
public indirect enum UserValue: Hashable, Sendable {
  /// Nothing, said explicitly.
  case null
  /// True or false.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// Any other number; finite where it is part of a `UserInfo`.
  case number(Double)
  /// A text.
  case text(String)
  /// Values in their order.
  case list([UserValue])
  /// Values by their names.
  case object([String: UserValue])

  /// Whether it says all that a part says: objects may have more names, everything else is equal.
  public func contains(_ part: UserValue) -> Bool {
    guard case .object(let all) = self, case .object(let some) = part else { return self == part }
    return some.allSatisfy { name, value in all[name]?.contains(value) ?? false }
  }

  /// The length of its JSON text without blanks; of a number that is not whole, the most that it may be.
  var byteCount: Int {
    switch self {
    case .null: 4
    case .bool(let value): value ? 4 : 5
    case .integer(let value): "\(value)".utf8.count
    case .number: 24
    case .text(let text): UserValue.byteCount(of: text)
    case .list(let values): values.reduce(2) { $0 + $1.byteCount + 1 }
    case .object(let values): values.reduce(2) { $0 + UserValue.byteCount(of: $1.key) + $1.value.byteCount + 2 }
    }
  }

  /// Whether it has no more than so many levels; a value that holds no others is none.
  func isWithin(levels: Int) -> Bool {
    switch self {
    case .null, .bool, .integer, .number, .text: true
    case .list(let values): levels > 0 && values.allSatisfy { $0.isWithin(levels: levels - 1) }
    case .object(let values): levels > 0 && values.values.allSatisfy { $0.isWithin(levels: levels - 1) }
    }
  }

  /// The same as it comes back from JSON, which writes whole numbers in one way only; nil where a number is not finite.
  var normalized: UserValue? {
    switch self {
    case .null, .bool, .integer, .text: return self
    case .number(let value):
      guard value.isFinite else { return nil }
      // Beyond this not every whole number is a double.
      return value.magnitude <= 0x1p53 ? Int64(exactly: value).map { .integer($0) } ?? self : self
    case .list(let values):
      let all = values.compactMap(\.normalized)
      return all.count == values.count ? .list(all) : nil
    case .object(let values):
      let all = values.compactMapValues(\.normalized)
      return all.count == values.count ? .object(all) : nil
    }
  }

  private static func byteCount(of text: String) -> Int {
    text.utf8.reduce(2) { count, byte in
      switch byte {
      case 0..<0x20: count + 6
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): count + 2
      default: count + 1
      }
    }
  }
}
