/// Reads plain decimal numbers; `Int.init` would also take signs.
enum DecimalDigits {
  /// The number that `text` spells in ASCII digits alone; nil for anything else and above `limit`.
  static func value(of text: some StringProtocol, upTo limit: Int) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 9,
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let value = Int(text), value <= limit
    else { return nil }
    return value
  }
}
