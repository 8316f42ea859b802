package import ControlProtocol

/// A terminal's screen as cells, row by row.
package struct CellGrid: Hashable, Sendable {
  package let width: Int
  package let height: Int
  private(set) var cells: [Cell]
  /// Pictures of slides that are drawn over blank cells.
  package var pictures: [PlacedPicture] = []
  /// The place of the cursor; nil if it is hidden.
  var cursor: CellArea?

  init(width: Int, height: Int) {
    self.width = max(1, min(width, 1000))
    self.height = max(1, min(height, 1000))
    cells = Array(repeating: Cell(), count: self.width * self.height)
  }

  /// The cell at a place; nil outside.
  subscript(column: Int, row: Int) -> Cell? {
    guard (0..<width).contains(column), (0..<height).contains(row) else { return nil }
    return cells[row * width + column]
  }

  /// Writes a safe form of a text on a row, cut at `limit` columns or the right edge. Returns the column after it.
  @discardableResult
  mutating func put(
    _ text: some StringProtocol, column: Int, row: Int, style: CellStyle = .plain, limit: Int = .max
  ) -> Int {
    guard (0..<height).contains(row), column >= 0 else { return column }
    let end = limit > width - column ? width : column + max(0, limit)
    var place = column
    for character in SafeText.line(text) {
      let columns = CellWidth.of(character)
      // Skip a combining mark without a letter, because it would have no cell.
      guard columns > 0 else { continue }
      guard place + columns <= end else { break }
      clearWide(place, row)
      if columns == 2 { clearWide(place + 1, row) }
      cells[row * width + place] = Cell(text: String(character), style: style)
      if columns == 2 { cells[row * width + place + 1] = Cell(text: "", style: style) }
      place += columns
    }
    return place
  }

  /// Replaces the other half of a wide character with a blank.
  private mutating func clearWide(_ column: Int, _ row: Int) {
    let index = row * width + column
    if cells[index].text.isEmpty, column > 0 { cells[index - 1].text = " " }
    if column + 1 < width, cells[index + 1].text.isEmpty { cells[index + 1].text = " " }
  }

  /// Writes lines below each other. Returns the row after them.
  @discardableResult
  mutating func put(_ lines: some Sequence<String>, column: Int, row: Int, style: CellStyle = .plain) -> Int {
    var row = row
    for line in lines {
      put(line, column: column, row: row, style: style)
      row += 1
    }
    return row
  }

  /// Writes a text that ends before a column.
  mutating func put(_ text: String, endingAt column: Int, row: Int, style: CellStyle = .plain) {
    put(text, column: max(0, column - CellWidth.of(SafeText.line(text))), row: row, style: style)
  }

  /// Writes a text in the middle of some columns, cut if it is too long.
  mutating func put(_ text: String, centeredIn area: CellArea, row: Int, style: CellStyle = .plain) {
    let cut = TextLines.cut(SafeText.line(text), to: area.width)
    put(cut, column: area.column + (area.width - CellWidth.of(cut)) / 2, row: row, style: style, limit: area.width)
  }

  /// Fills columns of a row with blanks. If `width` is nil, it fills all columns up to the right edge.
  mutating func clear(row: Int, from column: Int = 0, width: Int? = nil, style: CellStyle) {
    put(String(repeating: " ", count: max(0, width ?? self.width)), column: column, row: row, style: style)
  }

  mutating func frame(_ area: CellArea, style: CellStyle = .quiet) {
    guard area.width >= 2, area.height >= 2 else { return }
    let across = String(repeating: "─", count: area.width - 2)
    put("╭\(across)╮", column: area.column, row: area.row, style: style)
    put("╰\(across)╯", column: area.column, row: area.row + area.height - 1, style: style)
    for row in (area.row + 1)..<(area.row + area.height - 1) {
      put("│", column: area.column, row: row, style: style)
      put("│", column: area.column + area.width - 1, row: row, style: style)
    }
  }
}

struct Cell: Hashable {
  /// The character; empty if the character to the left covers this column too.
  var text = " "
  var style = CellStyle.plain

  /// Whether terminals may disagree about the width of the character: emoji, and letters with marks.
  var isDoubtful: Bool { text.utf8.count > 3 || text.unicodeScalars.count > 1 }
}

struct CellStyle: Hashable {
  /// A colour by its purpose. The terminal's palette defines its appearance.
  enum CellColor: Hashable {
    /// The terminal's default colour.
    case plain
    case accent, good, warning, bad
    /// Black letters on white, on dark and light terminals, for codes that cameras read.
    case code
    /// Two pixels of a picture, as the letter ▀.
    case pixels(upper: PixelColor, lower: PixelColor)
  }

  var color = CellColor.plain
  var bold = false
  var dim = false
  var italic = false
  /// Whether the colours of letters and background are swapped.
  var reverse = false

  static let plain = CellStyle()
  /// Less important text.
  static let quiet = CellStyle(dim: true)
  /// Important text.
  static let strong = CellStyle(bold: true)
}

/// A rectangle of cells. Columns and rows count from 0.
package struct CellArea: Hashable, Sendable {
  package var column: Int
  package var row: Int
  package var width: Int
  package var height: Int

  /// Makes an area. Negative sizes become zero.
  package init(column: Int, row: Int, width: Int, height: Int) {
    (self.column, self.row, self.width, self.height) = (column, row, max(0, width), max(0, height))
  }

  /// The area without this number of columns and rows at each side.
  func inset(columns: Int, rows: Int) -> CellArea {
    CellArea(column: column + columns, row: row + rows, width: width - 2 * columns, height: height - 2 * rows)
  }
}

/// A picture of a slide or of its notes, at a place of the screen.
package struct PlacedPicture: Hashable, Sendable {
  /// The slide's number, from 1.
  package var page: Int
  package var part = TalkPart.slide
  /// The available cells. The picture keeps its shape and is centered in them.
  package var area: CellArea
}
