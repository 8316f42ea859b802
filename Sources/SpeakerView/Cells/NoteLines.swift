internal import SpeakerNotes

/// Notes as lines of so many columns.
enum NoteLines {
  static func lines(_ markdown: String, width: Int) -> [StyledLine] {
    var lines: [StyledLine] = []
    for block in MarkdownText(markdown).blocks {
      if block.isApart, !lines.isEmpty { lines.append(StyledLine()) }
      if block.isRule {
        lines.append(line(String(repeating: "─", count: max(0, width)), .quiet))
        continue
      }
      let mark = SafeText.line(block.mark)
      // Deep lists give way where there is little room.
      let indent = min(block.indent, max(0, width - 10))
      let runs = block.spans.map { span in
        StyledLine.Run(
          span.text.split(separator: "\n", omittingEmptySubsequences: false).map { SafeText.line($0) }
            .joined(separator: "\n"), style(span.style, isHeading: block.isHeading))
      }
      for (index, wrapped) in StyledLine.wrap(runs, to: width - indent).enumerated() {
        var whole = StyledLine()
        let lead = index == 0 ? mark : String(mark.map { $0 == "│" ? "│" : " " })
        for character in lead.suffix(indent) { whole.append(character, .init(.accent)) }
        while whole.width < indent { whole.append(" ", .plain) }
        whole.append(wrapped)
        lines.append(whole)
      }
    }
    return lines
  }

  private static func line(_ text: String, _ style: CellStyle) -> StyledLine {
    var line = StyledLine()
    for character in text { line.append(character, style) }
    return line
  }

  private static func style(_ style: NoteSpan.Style, isHeading: Bool) -> CellStyle {
    CellStyle(
      isHeading || style.contains(.code) ? .accent : .plain, bold: style.contains(.bold),
      italic: style.contains(.italic))
  }
}

extension CellGrid {
  /// Puts a line of letters that look different.
  mutating func put(_ line: StyledLine, column: Int, row: Int, limit: Int) {
    var place = column
    for run in line.runs {
      place = put(run.text, column: place, row: row, style: run.style, limit: column + limit - place)
    }
  }
}
