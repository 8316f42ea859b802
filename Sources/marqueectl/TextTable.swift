import ControlProtocol

/// Rows in columns for people, without trailing spaces.
struct TextTable {
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

/// The modes of a screen or of an EDID as a table.
enum ModeTable {
  static func text(_ modes: [ScreenModeInfo], current: String?) -> String {
    var table = TextTable(["MODE", "REFRESH", "PICTURE", "PIXEL", ""])
    for mode in modes {
      var marks: [String] = []
      if mode.name == current { marks.append("current") }
      if mode.preferred { marks.append("preferred") }
      if mode.interlaced { marks.append("interlaced") }
      table.add([
        mode.name, "\(refresh(mode.refreshMillihertz)) Hz", mode.pictureAspect ?? "-", pixel(mode.pixelAspectRatio),
        marks.joined(separator: ", "),
      ])
    }
    return table.text
  }

  /// Hertz with three decimals.
  static func refresh(_ millihertz: Int) -> String {
    let rest = String(abs(millihertz % 1000))
    return "\(millihertz / 1000).\(String(repeating: "0", count: max(0, 3 - rest.count)))\(rest)"
  }

  /// A pixel's shape with two decimals; `1` for a square.
  static func pixel(_ ratio: Double) -> String {
    guard ratio != 1, ratio.isFinite, abs(ratio) < 1000 else { return "1" }
    let hundredths = Int((ratio * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}
