import ControlProtocol

/// Rows in columns for people, without trailing spaces.
struct TextTable {
  private var rows: [[String]]
  /// The widths of the columns, which only grow.
  private var widths: [Int] = []

  init(_ titles: [String], rows: [[String]] = []) { self.rows = [titles] + rows }

  mutating func add(_ cells: [String]) { rows.append(cells) }

  var text: String {
    var table = self
    return table.takeText()
  }

  /// Returns the lines of the rows since the last call. A column is as wide as its widest cell so far.
  mutating func takeText() -> String {
    for (index, cell) in rows.flatMap({ $0.enumerated() }) {
      if index == widths.count { widths.append(0) }
      widths[index] = max(widths[index], cell.count)
    }
    let lines = rows.map { row in
      var line = zip(row, widths).map { $0 + String(repeating: " ", count: max(0, $1 - $0.count) + 2) }.joined()
      while line.last == " " { line.removeLast() }
      return line
    }
    rows = []
    return lines.joined(separator: "\n")
  }
}

enum ModeTable {
  static func text(_ modes: [ScreenModeInfo], current: String?) -> String {
    let rows = modes.map { mode in
      let marks = [
        mode.name == current ? "current" : nil, mode.preferred ? "preferred" : nil,
        mode.interlaced ? "interlaced" : nil,
      ]
      return [
        mode.name, "\(refresh(mode.refreshMillihertz)) Hz", mode.pictureAspect ?? "-", pixel(mode.pixelAspectRatio),
        marks.compactMap(\.self).joined(separator: ", "),
      ]
    }
    return TextTable(["MODE", "REFRESH", "PICTURE", "PIXEL", ""], rows: rows).text
  }

  /// Hertz with three decimals.
  static func refresh(_ millihertz: Int) -> String {
    let rest = String(abs(millihertz % 1000))
    return "\(millihertz / 1000).\(String(repeating: "0", count: max(0, 3 - rest.count)))\(rest)"
  }

  /// The shape of a pixel with two decimals; `1` for a square.
  static func pixel(_ ratio: Double) -> String {
    guard ratio != 1, ratio.isFinite, abs(ratio) < 1000 else { return "1" }
    let hundredths = Int((ratio * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}
