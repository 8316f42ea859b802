/// Times as people write them: `8s`, `500ms`, `1.5s`, `1m30s`, `2h`, `7d`.
public enum DurationText {
  /// What would be one.
  public static let expected = "a time with its unit, as 8s, 500ms, 1m30s or 2h"

  private static let units: [(name: String, milliseconds: Double)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1),
  ]

  /// Milliseconds, rounded; nil where the text is none.
  ///
  /// Units stand from the largest to the smallest, each once.
  public static func milliseconds(_ text: String) -> Int? {
    var rest = Array(text.utf8)[...]
    var total = 0.0
    var last = -1
    guard !rest.isEmpty, rest.count <= 32 else { return nil }
    while !rest.isEmpty {
      let digits = rest.prefix { $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      rest = rest.dropFirst(digits.count)
      let letters = rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
      rest = rest.dropFirst(letters.count)
      let name = String(decoding: letters, as: UTF8.self)
      guard let number = Double(String(decoding: digits, as: UTF8.self)), digits.first != UInt8(ascii: "."),
        let index = units.firstIndex(where: { $0.name == name }), index > last
      else { return nil }
      total += number * units[index].milliseconds
      last = index
    }
    return total <= 1e15 ? Int(total.rounded()) : nil
  }

  /// The shortest way to write it, as `1m30s`; `0s` for none.
  public static func text(_ milliseconds: Int) -> String {
    var rest = max(0, milliseconds)
    var text = ""
    for unit in units {
      let (count, left) = rest.quotientAndRemainder(dividingBy: Int(unit.milliseconds))
      if count > 0 { text += "\(count)\(unit.name)" }
      rest = left
    }
    return text.isEmpty ? "0s" : text
  }
}
