import DisplayTypes

extension ConfigurationSection {
  /// A key's whole number; nil where it is absent, and after a report where it is none, or out of bounds.
  func whole(_ key: String, in range: ClosedRange<Int>, what: String) -> Int? {
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return value(key, what: what, expected: expected) { Self.wholeNumber($0, in: range) }?.value
  }

  /// A key's number; nil where it is absent, and after a report where it is none, or out of bounds.
  func number(_ key: String, in range: ClosedRange<Double>, what: String) -> Double? {
    let expected = "a number from \(range.lowerBound) to \(range.upperBound)"
    return value(key, what: what, expected: expected) { text in
      Self.decimal(text).flatMap { range.contains($0) ? $0 : nil }
    }?.value
  }

  /// A whole number within bounds.
  static func wholeNumber(_ text: String, in range: ClosedRange<Int>) -> Int? {
    guard !text.hasPrefix("+"), let number = Int(text) else { return nil }
    return range.contains(number) ? number : nil
  }

  /// A finite number in digits; `0x10`, `nan` and `inf` are none.
  static func decimal(_ text: String) -> Double? {
    let known = Set("0123456789.-e".utf8)
    guard !text.isEmpty, text.utf8.count <= 32, text.utf8.allSatisfy(known.contains), let number = Double(text) else {
      return nil
    }
    return number.isFinite ? number : nil
  }
}
