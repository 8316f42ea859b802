/// A line of letters in several styles.
struct StyledLine {
  struct Run {
    var text: String
    var style: CellStyle
  }

  private(set) var runs: [Run] = []
  /// The width in columns.
  private(set) var width = 0

  mutating func append(_ text: some Sequence<Character>, _ style: CellStyle) {
    for character in text {
      if runs.last?.style == style {
        runs[runs.count - 1].text.append(character)
      } else {
        runs.append(Run(text: String(character), style: style))
      }
      width += CellWidth.of(character)
    }
  }

  mutating func append(_ line: StyledLine) {
    for run in line.runs { append(run.text, run.style) }
  }

  /// Breaks a text at blanks and line breaks. Breaks a word that is longer than a line at the line's end.
  static func wrap(_ runs: [Run], to width: Int) -> [StyledLine] {
    guard width > 0 else { return [] }
    var lines: [StyledLine] = []
    var (line, word, blanks) = (StyledLine(), StyledLine(), StyledLine())
    func endLine() {
      lines.append(line)
      line = StyledLine()
    }
    func endWord() {
      guard word.width > 0 else { return }
      if line.width + blanks.width + word.width > width, line.width > 0 {
        endLine()
      } else if line.width > 0 || blanks.width + word.width <= width {
        line.append(blanks)
      }
      for run in word.runs {
        for character in run.text {
          if line.width + CellWidth.of(character) > width { endLine() }
          line.append([character], run.style)
        }
      }
      (word, blanks) = (StyledLine(), StyledLine())
    }
    for run in runs {
      for character in run.text {
        switch character {
        case "\n":
          endWord()
          endLine()
          blanks = StyledLine()
        case " ":
          endWord()
          blanks.append([character], run.style)
        default: word.append([character], run.style)
        }
      }
    }
    endWord()
    endLine()
    return lines
  }
}

/// Notes as lines of limited width.
enum NoteLines {
  static func lines(_ markdown: String, width: Int) -> [StyledLine] {
    var lines: [StyledLine] = []
    for block in MarkdownText(markdown).blocks {
      if block.isApart, !lines.isEmpty { lines.append(StyledLine()) }
      if block.isRule {
        var rule = StyledLine()
        rule.append(String(repeating: "─", count: max(0, width)), .quiet)
        lines.append(rule)
        continue
      }
      let mark = SafeText.line(block.mark)
      // In a narrow column, deep lists are indented less.
      let indent = min(block.indent, max(0, width - 10))
      let runs = block.spans.map { span in
        let text = span.text.split(separator: "\n", omittingEmptySubsequences: false).map { SafeText.line($0) }
        return StyledLine.Run(text: text.joined(separator: "\n"), style: style(span.style, isHeading: block.isHeading))
      }
      for (index, wrapped) in StyledLine.wrap(runs, to: width - indent).enumerated() {
        var whole = StyledLine()
        let lead = index == 0 ? mark : String(mark.map { $0 == "│" ? "│" : " " })
        whole.append(lead.suffix(indent), CellStyle(color: .accent))
        while whole.width < indent { whole.append(" ", .plain) }
        whole.append(wrapped)
        lines.append(whole)
      }
    }
    return lines
  }

  private static func style(_ style: NoteSpan.Style, isHeading: Bool) -> CellStyle {
    CellStyle(
      color: isHeading || style.contains(.code) ? .accent : .plain, bold: style.contains(.bold),
      italic: style.contains(.italic))
  }
}

extension CellGrid {
  mutating func put(_ line: StyledLine, column: Int, row: Int, limit: Int) {
    var place = column
    for run in line.runs {
      place = put(run.text, column: place, row: row, style: run.style, limit: column + limit - place)
    }
  }
}

/// Texts as lines of limited width.
enum TextLines {
  /// Cuts a text, with a final `…` if that fits.
  static func cut(_ text: String, to width: Int) -> String {
    guard CellWidth.of(text) > width else { return text }
    guard width > 0 else { return "" }
    var columns = 0
    let start = text.prefix { character in
      columns += CellWidth.of(character)
      return columns < width
    }
    return start + "…"
  }

  /// Breaks a text at blanks. Breaks a word that is longer than a line at the line's end.
  static func wrap(_ text: String, to width: Int) -> [String] {
    StyledLine.wrap([StyledLine.Run(text: SafeText.line(text), style: .plain)], to: width)
      .map { $0.runs.map(\.text).joined() }
  }
}
