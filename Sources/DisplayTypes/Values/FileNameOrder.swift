/// The order of the files of a folder: by name, with numbers by value. It is the same on every machine.
package enum FileNameOrder {
  /// `2.jpg` precedes `10.jpg`. Names that differ only in leading zeros are ordered by their bytes.
  package static func isBefore(_ left: String, _ right: String) -> Bool {
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

  /// Removes the digits at the beginning, and returns them without leading zeros.
  private static func takeNumber(from name: inout Substring.UTF8View) -> Substring.UTF8View {
    let digits = name.prefix(while: isDigit)
    name = name[digits.endIndex...]
    return digits.drop { $0 == UInt8(ascii: "0") }
  }

  private static func isDigit(_ letter: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(letter) }
}
