/// The order in which the files of a folder are shown: by their names, numbers in them by their value, the same on every machine.
nonisolated enum FileNameOrder {
  /// Whether `left` comes first; `2.jpg` before `10.jpg`, and what is equal but for zeros before a number by its bytes.
  static func isBefore(_ left: String, _ right: String) -> Bool {
    var first = left.utf8[...]
    var second = right.utf8[...]
    while let one = first.first, let two = second.first {
      if isDigit(one), isDigit(two) {
        let (number, other) = (takeNumber(from: &first), takeNumber(from: &second))
        if number.count != other.count { return number.count < other.count }
        if !number.elementsEqual(other) { return number.lexicographicallyPrecedes(other) }
      } else {
        if one != two { return one < two }
        first.removeFirst()
        second.removeFirst()
      }
    }
    if first.isEmpty, second.isEmpty { return left.utf8.lexicographicallyPrecedes(right.utf8) }
    return first.isEmpty
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// The digits at the beginning, without zeros before them.
  private static func takeNumber(from name: inout Substring.UTF8View) -> Substring.UTF8View {
    let digits = name.prefix(while: isDigit)
    name = name[digits.endIndex...]
    return digits.drop { $0 == UInt8(ascii: "0") }
  }
}
