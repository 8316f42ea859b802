public import ControlProtocol

/// A terminal's screen as cells, row by row.
public struct CellGrid: Hashable, Sendable {
  /// Columns.
  public let width: Int
  /// Rows.
  public let height: Int
  /// The cells, row by row.
  public private(set) var cells: [Cell]
  /// Pictures of slides that are drawn over blank cells.
  public var pictures: [PlacedPicture] = []
  /// The place of the cursor; nil if it is hidden.
  public var cursor: CellArea?

  /// Makes an empty one.
  public init(width: Int, height: Int) {
    self.width = max(1, min(width, 1000))
    self.height = max(1, min(height, 1000))
    cells = Array(repeating: Cell(), count: self.width * self.height)
  }

  /// The cell at a place; nil outside.
  public subscript(column: Int, row: Int) -> Cell? {
    guard (0..<width).contains(column), (0..<height).contains(row) else { return nil }
    return cells[row * width + column]
  }

  /// Puts a text on a row, made safe and cut at `limit` columns or the right edge; returns the column after it.
  @discardableResult
  mutating func put(
    _ text: some StringProtocol, column: Int, row: Int, style: CellStyle = .plain, limit: Int = .max
  ) -> Int {
    guard (0..<height).contains(row), column >= 0 else { return column }
    let end = limit > width - column ? width : column + max(0, limit)
    var place = column
    for character in SafeText.line(text) {
      let columns = CellWidth.of(character)
      if columns == 0 {
        // A mark without a letter: it stands alone.
        continue
      }
      guard place + columns <= end else { break }
      clearWide(place, row)
      if columns == 2 { clearWide(place + 1, row) }
      cells[row * width + place] = Cell(String(character), style)
      if columns == 2 { cells[row * width + place + 1] = Cell("", style) }
      place += columns
    }
    return place
  }

  /// Half of a wide character is no character.
  private mutating func clearWide(_ column: Int, _ row: Int) {
    let index = row * width + column
    if cells[index].text.isEmpty, column > 0 { cells[index - 1] = Cell(" ", cells[index - 1].style) }
    if column + 1 < width, cells[index + 1].text.isEmpty { cells[index + 1] = Cell(" ", cells[index + 1].style) }
  }

  /// Puts a text so that it ends before a column.
  mutating func put(_ text: String, endingAt column: Int, row: Int, style: CellStyle = .plain) {
    put(text, column: max(0, column - CellWidth.of(SafeText.line(text))), row: row, style: style)
  }

  /// Puts a text in the middle of some columns, cut if it is too long.
  mutating func put(_ text: String, centeredIn area: CellArea, row: Int, style: CellStyle = .plain) {
    let cut = TextLines.cut(SafeText.line(text), to: area.width)
    put(cut, column: area.column + (area.width - CellWidth.of(cut)) / 2, row: row, style: style, limit: area.width)
  }

  /// Fills an area with a character.
  mutating func fill(_ area: CellArea, _ text: String = " ", style: CellStyle = .plain) {
    for row in max(0, area.row)..<max(0, area.row, min(height, area.row + area.height)) {
      for column in max(0, area.column)..<max(0, area.column, min(width, area.column + area.width)) {
        clearWide(column, row)
        cells[row * width + column] = Cell(text, style)
      }
    }
  }

  /// Draws a frame on the edge of an area.
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

  /// The letters of a row, without blanks at its end; for tests.
  public func text(row: Int) -> String {
    guard (0..<height).contains(row) else { return "" }
    var line = cells[(row * width)..<((row + 1) * width)].map(\.text).joined()
    while line.last == " " { line.removeLast() }
    return line
  }

  /// All rows; for tests.
  public var text: String { (0..<height).map { text(row: $0) }.joined(separator: "\n") }
}

/// A place of a terminal's screen.
public struct Cell: Hashable, Sendable {
  /// The character; empty if the character to the left covers this column too.
  public var text: String
  /// How it looks.
  public var style: CellStyle

  /// Makes a cell from its fields.
  public init(_ text: String = " ", _ style: CellStyle = .plain) {
    self.text = text
    self.style = style
  }

  /// Whether terminals differ in how far the cursor moves after it: emoji and letters with marks.
  var isDoubtful: Bool { text.utf8.count > 3 || text.unicodeScalars.count > 1 }
}

/// How a cell looks.
public struct CellStyle: Hashable, Sendable {
  /// A colour by its purpose; the terminal's palette decides which it is.
  public enum Color: Hashable, Sendable, CaseIterable {
    /// The terminal's own.
    case plain
    /// The most important text.
    case accent
    /// All is well.
    case good
    /// Look at it.
    case warning
    /// Do something.
    case bad
    /// Black letters on white paper, whether the terminal itself is dark or light: a code that cameras read.
    case code
  }

  /// The colour of its letters.
  public var color = Color.plain
  /// Heavier letters.
  public var bold = false
  /// Lighter letters.
  public var dim = false
  /// Slanted letters.
  public var italic = false
  /// A line below.
  public var underline = false
  /// Letters and paper change places.
  public var reverse = false

  /// Makes a style that differs from the plain one in the given values.
  public init(
    _ color: Color = .plain, bold: Bool = false, dim: Bool = false, italic: Bool = false, underline: Bool = false,
    reverse: Bool = false
  ) {
    self.color = color
    self.bold = bold
    self.dim = dim
    self.italic = italic
    self.underline = underline
    self.reverse = reverse
  }

  /// Nothing special.
  public static let plain = CellStyle()
  /// Less important text.
  public static let quiet = CellStyle(dim: true)
  /// Important text.
  public static let strong = CellStyle(bold: true)
}

/// A rectangle of cells.
public struct CellArea: Hashable, Sendable {
  /// Its first column, from 0.
  public var column: Int
  /// Its first row, from 0.
  public var row: Int
  /// Columns.
  public var width: Int
  /// Rows.
  public var height: Int

  /// Makes an empty grid; sizes below zero are zero.
  public init(column: Int, row: Int, width: Int, height: Int) {
    self.column = column
    self.row = row
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// The same without so many columns and rows at each side.
  func inset(columns: Int, rows: Int) -> CellArea {
    CellArea(column: column + columns, row: row + rows, width: width - 2 * columns, height: height - 2 * rows)
  }
}

/// A picture of a slide or of its notes, at a place of the screen.
public struct PlacedPicture: Hashable, Sendable {
  /// The slide's number, from 1.
  public var page: Int
  /// The part of it.
  public var part: TalkPart
  /// The cells that it may take; it keeps its shape and is put into their middle.
  public var area: CellArea

  /// Makes a placed picture from its fields.
  public init(page: Int, part: TalkPart = .slide, area: CellArea) {
    self.page = page
    self.part = part
    self.area = area
  }
}
