/// Texts in lines of so many columns.
enum TextLines {
  /// Cuts a text; `…` says so where that fits.
  static func cut(_ text: String, to width: Int) -> String {
    guard CellWidth.of(text) > width else { return text }
    guard width > 0 else { return "" }
    var columns = 0
    var result = ""
    for character in text {
      let own = CellWidth.of(character)
      guard columns + own <= width - 1 else { break }
      columns += own
      result.append(character)
    }
    return result + "…"
  }

  /// Breaks a text at blanks, and words that are longer than a line where the line ends.
  static func wrap(_ text: String, to width: Int) -> [String] {
    StyledLine.wrap([StyledLine.Run(SafeText.line(text), .plain)], to: width).map { $0.runs.map(\.text).joined() }
  }
}
