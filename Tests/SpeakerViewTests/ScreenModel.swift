/// A small terminal: the output of the view becomes characters on it again.
struct ScreenModel {
  let width: Int
  let height: Int
  private(set) var rows: [[String]]
  private(set) var cursorIsShown = false
  /// The sequences that it does not understand.
  private(set) var unknown: [String] = []
  private var column = 0
  private var row = 0
  /// How many columns the cursor moves after a character of several scalars.
  var columnsOfDoubt: Int

  init(width: Int, height: Int, columnsOfDoubt: Int = 2) {
    (self.width, self.height, self.columnsOfDoubt) = (width, height, columnsOfDoubt)
    rows = Array(repeating: Array(repeating: " ", count: width), count: height)
  }

  mutating func take(_ bytes: [UInt8]) {
    var rest = Substring(String(decoding: bytes, as: UTF8.self))
    while let character = rest.popFirst() {
      guard character == "\u{1B}" else {
        write(character)
        continue
      }
      guard rest.popFirst() == "[" else {
        unknown.append("ESC")
        continue
      }
      let parameters = rest.prefix { !$0.isLetter }
      rest.removeFirst(parameters.count)
      control(rest.popFirst() ?? " ", String(parameters))
    }
  }

  private mutating func control(_ final: Character, _ parameters: String) {
    let numbers = parameters.split(separator: ";").compactMap { Int($0) }
    switch (final, parameters) {
    case ("H", _): (row, column) = ((numbers.first ?? 1) - 1, (numbers.last ?? 1) - 1)
    case ("J", "2"): rows = Array(repeating: Array(repeating: " ", count: width), count: height)
    case ("m", _): break
    case ("h", "?25"): cursorIsShown = true
    case ("l", "?25"): cursorIsShown = false
    default: unknown.append("\(parameters)\(final)")
    }
  }

  private mutating func write(_ character: Character) {
    guard rows.indices.contains(row), rows[row].indices.contains(column) else {
      unknown.append("outside: \(character)")
      return
    }
    rows[row][column] = String(character)
    let isWide =
      character.unicodeScalars.first.map { (0x1100...0x115F).contains($0.value) || $0.value >= 0x2E80 } ?? false
    if isWide, column + 1 < width { rows[row][column + 1] = "" }
    column += character.unicodeScalars.count > 1 ? columnsOfDoubt : isWide ? 2 : 1
  }
}
