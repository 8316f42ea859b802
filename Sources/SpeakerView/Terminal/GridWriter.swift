/// The control sequences that turn one screen of a terminal into another (ECMA-48). It writes only changes, because connections may be
/// slow.
package struct GridWriter: Sendable {
  package enum Letters: Sendable {
    case unicode
    /// A PC's console font.
    case console
    /// ASCII only. Frames consist of `-` and `|`, and other letters become `?`.
    case ascii
  }

  let colors: ColorDepth
  package var letters: Letters

  package init(colors: ColorDepth, letters: Letters = .unicode) {
    (self.colors, self.letters) = (colors, letters)
  }

  /// Returns the bytes that turn the screen `old` into `new`. `old` is nil for an unknown screen.
  package func bytes(from old: CellGrid?, to new: CellGrid) -> [UInt8] {
    var output = ""
    var style: CellStyle?
    let known = old?.width == new.width && old?.height == new.height ? old : nil
    if known == nil { output += "\u{1B}[0m\u{1B}[2J" }
    for row in 0..<new.height {
      var place: Int?
      for column in 0..<new.width {
        guard let cell = new[column, row], !cell.text.isEmpty else { continue }
        if let known, known[column, row] == cell,
          known[column + 1, row]?.text.isEmpty == new[column + 1, row]?.text.isEmpty
        {
          continue
        }
        if known == nil, cell == Cell() { continue }
        if place != column { output += "\u{1B}[\(row + 1);\(column + 1)H" }
        if style != cell.style {
          output += sequence(cell.style)
          style = cell.style
        }
        output += written(cell.text)
        let isWide = new[column + 1, row]?.text.isEmpty == true
        // Terminals disagree about the position of the cursor after the last column.
        place = cell.isDoubtful || isWide || column + 1 >= new.width ? nil : column + 1
      }
    }
    if style != nil { output += "\u{1B}[0m" }
    if new.cursor != known?.cursor || !output.isEmpty {
      output += new.cursor.map { "\u{1B}[\($0.row + 1);\($0.column + 1)H\u{1B}[?25h" } ?? ""
      if new.cursor == nil, known == nil || known?.cursor != nil { output += "\u{1B}[?25l" }
    }
    return Array(output.utf8)
  }

  /// The SGR sequence of a style, after a reset.
  private func sequence(_ style: CellStyle) -> String {
    var codes = ["0"]
    // Linux's console makes bold letters brighter, so reversed bold letters would be grey on grey.
    if style.bold, !(style.reverse && letters == .console) { codes.append("1") }
    if style.dim { codes.append("2") }
    if style.italic { codes.append("3") }
    // Without colours, reversing gives dark letters on a light background only on a dark terminal.
    if style.reverse || (style.color == .code && colors == .none) { codes.append("7") }
    if colors != .none {
      switch style.color {
      case .plain: break
      case .pixels(let upper, let lower): codes += [code(38, upper), code(48, lower)]
      case .accent: codes.append("36")
      case .good: codes.append("32")
      case .warning: codes.append("33")
      case .bad: codes.append("31")
      case .code: codes += ["30", "47"]
      }
    }
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }

  /// The code of a colour for letters (38) or behind them (48), as xterm defined it (ISO 8613-6 with semicolons).
  private func code(_ target: Int, _ color: PixelColor) -> String {
    colors == .direct ? "\(target);2;\(color.red);\(color.green);\(color.blue)" : "\(target);5;\(color.index)"
  }

  private func written(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    return switch letters {
    case .unicode: text
    case .console: Self.onConsole[text] ?? text
    case .ascii: Self.inASCII[text] ?? String(repeating: "?", count: max(1, CellWidth.of(text)))
    }
  }

  /// Code page 437, which every PC's console font has.
  private static let onConsole = [
    "━": "═", "╭": "┌", "╮": "┐", "╰": "└", "╯": "┘", "●": "•", "▸": "►", "…": ".",
  ]

  private static let inASCII = [
    "─": "-", "━": "=", "–": "-", "—": "-", "│": "|", "╭": "+", "╮": "+", "╰": "+", "╯": "+", "•": "*", "●": "*",
    "·": ".", "▸": ">", "…": ".", "█": "#", "→": ">", "←": "<", "↑": "^", "↓": "v", "’": "'", "‘": "'", "“": "\"",
    "”": "\"",
  ]
}

package enum ColorDepth: Sendable {
  case none
  /// The eight colours of the terminal's palette.
  case palette
  /// The 256 colours of xterm too.
  case indexed
  /// 24-bit colours too.
  case direct

  /// Whether pictures can be shown as coloured half blocks.
  package var showsPixels: Bool { self == .indexed || self == .direct }

  /// Reads the environment. There are no colours with a non-empty `NO_COLOR` (https://no-color.org), or on a terminal without colours.
  package init(environment: [String: String]) {
    let kind = environment["TERM"] ?? ""
    let isPlain = kind.isEmpty || kind == "dumb" || kind.hasPrefix("vt1") || kind.hasPrefix("vt2")
    if isPlain || environment["NO_COLOR"]?.isEmpty == false {
      self = .none
    } else if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") || kind.hasSuffix("-direct") {
      self = .direct
    } else {
      self = kind.contains("256color") ? .indexed : .palette
    }
  }
}
