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

  /// Breaks letters at blanks and at line breaks, and words that are longer than a line where the line ends.
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
