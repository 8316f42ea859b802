/// A line of letters that may look different.
struct StyledLine: Hashable {
  /// Letters that look alike.
  struct Run: Hashable {
    var text: String
    var style: CellStyle

    init(_ text: String, _ style: CellStyle) {
      self.text = text
      self.style = style
    }
  }

  var runs: [Run] = []
  /// The columns that it takes.
  private(set) var width = 0

  mutating func append(_ character: Character, _ style: CellStyle) {
    if let last = runs.last, last.style == style {
      runs[runs.count - 1].text.append(character)
    } else {
      runs.append(Run(String(character), style))
    }
    width += CellWidth.of(character)
  }

  mutating func append(_ line: StyledLine) {
    for run in line.runs {
      for character in run.text { append(character, run.style) }
    }
  }

  /// Breaks text at blanks and line breaks, and words that are longer than a line at its end.
  static func wrap(_ runs: [Run], to width: Int) -> [StyledLine] {
    guard width > 0 else { return [] }
    var lines: [StyledLine] = []
    var line = StyledLine()
    var word = StyledLine()
    var blanks = StyledLine()
    func endWord() {
      guard word.width > 0 else { return }
      if line.width + blanks.width + word.width > width, line.width > 0 {
        lines.append(line)
        line = StyledLine()
      } else if line.width > 0 || blanks.width + word.width <= width {
        line.append(blanks)
      }
      blanks = StyledLine()
      for run in word.runs {
        for character in run.text {
          if line.width + CellWidth.of(character) > width {
            lines.append(line)
            line = StyledLine()
          }
          line.append(character, run.style)
        }
      }
      word = StyledLine()
    }
    for run in runs {
      for character in run.text {
        if character == "\n" {
          endWord()
          lines.append(line)
          (line, blanks) = (StyledLine(), StyledLine())
        } else if character == " " {
          endWord()
          blanks.append(character, run.style)
        } else {
          word.append(character, run.style)
        }
      }
    }
    endWord()
    lines.append(line)
    return lines
  }
}

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
      // Deep lists are indented less if there is little room.
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

/// Texts in lines of so many columns.
enum TextLines {
  /// Cuts a text, with a final `…` if that fits.
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

  /// Breaks a text at blanks, and words that are longer than a line at its end.
  static func wrap(_ text: String, to width: Int) -> [String] {
    StyledLine.wrap([StyledLine.Run(SafeText.line(text), .plain)], to: width).map { $0.runs.map(\.text).joined() }
  }
}
