/// Rows in columns for people, without trailing spaces.
struct Table {
  private var rows: [[String]]
  /// Of the columns; they only grow.
  private var widths: [Int] = []

  /// Makes a table with a row of titles.
  init(_ titles: [String]) {
    rows = [titles]
  }

  /// Adds a row.
  mutating func add(_ cells: [String]) {
    rows.append(cells)
  }

  /// The table's lines.
  var text: String {
    var table = self
    return table.takeText()
  }

  /// The lines of the rows that were added since the last call: of a long table a part at a time.
  ///
  /// A column is as wide as its widest cell by now.
  mutating func takeText() -> String {
    for row in rows {
      for (index, cell) in row.enumerated() {
        if index == widths.count { widths.append(0) }
        widths[index] = max(widths[index], cell.count)
      }
    }
    let lines = rows.map { row in
      var line = ""
      for (cell, width) in zip(row, widths) {
        line += cell + String(repeating: " ", count: max(0, width - cell.count) + 2)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
    rows = []
    return lines.joined(separator: "\n")
  }
}
