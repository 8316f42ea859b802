internal import ControlProtocol

/// The two lowest lines: what happened, and what can be done; or a question.
enum FootPicture {
  static func draw(_ state: SpeakerState, in grid: inout CellGrid) {
    let row = grid.height - 2
    let (lines, style) = news(state)
    for (index, line) in lines.enumerated() {
      grid.put(line, column: 1, row: row - lines.count + 1 + index, style: style)
    }
    switch state.mode {
    case .asking(let question, let text): drawQuestion(question, text, row: row + 1, in: &grid)
    case .leaving: drawLeaving(row: row + 1, in: &grid)
    case .slides, .overview, .help, .pointing, .phone: drawKeys(keys(state), row: row + 1, in: &grid)
    }
  }

  /// What happened last, else what is wrong with the deck, in two lines at most.
  private static func news(_ state: SpeakerState) -> ([String], CellStyle) {
    let width = state.columns - 2
    let isTrouble = state.news.isEmpty && state.talk.trouble != nil
    let text = isTrouble ? state.talk.trouble ?? "" : state.news
    let most = state.rows < 16 ? 1 : 2
    var lines = text.isEmpty ? [] : TextLines.wrap(text, to: width)
    if lines.count > most {
      let rest = lines[(most - 1)...].joined(separator: " ")
      lines = lines.prefix(most - 1) + [TextLines.cut(rest, to: width)]
    }
    let isBad = isTrouble || state.newsIsBad
    return (lines, CellStyle(isBad ? .bad : .good, bold: isBad))
  }

  /// How many rows it takes.
  static func height(_ state: SpeakerState) -> Int { max(1, news(state).0.count) + 1 }

  private static func drawLeaving(row: Int, in grid: inout CellGrid) {
    let style = CellStyle(.warning, bold: true, reverse: true)
    grid.fill(CellArea(column: 0, row: row, width: grid.width, height: 1), style: style)
    let wide = "End the talk (e), or leave it running and go (q)? Any other key stays."
    grid.put(
      wide.count + 2 <= grid.width ? wide : "e ends the talk, q leaves it running", column: 1, row: row, style: style)
  }

  private static func drawQuestion(
    _ question: SpeakerMode.Question, _ text: String, row: Int, in grid: inout CellGrid
  ) {
    let prompt =
      switch question {
      case .slide: "Go to slide: "
      case .search: "Search: "
      case .message: "Message: "
      case .minutes: "Minutes: "
      }
    let style = CellStyle(reverse: true)
    grid.fill(CellArea(column: 0, row: row, width: grid.width, height: 1), style: style)
    var column = grid.put(prompt, column: 1, row: row, style: CellStyle(bold: true, reverse: true))
    // The end of a long answer is what is being written.
    var shown = SafeText.line(text)
    while CellWidth.of(shown) > grid.width - column - 2, !shown.isEmpty { shown.removeFirst() }
    column = grid.put(shown, column: column, row: row, style: style)
    grid.cursor = CellArea(column: column, row: row, width: 1, height: 1)
  }

  private static func drawKeys(_ keys: [(String, String)], row: Int, in grid: inout CellGrid) {
    var column = 1
    for (key, does) in keys {
      guard column + CellWidth.of(key) + CellWidth.of(does) + 1 < grid.width else { return }
      column = grid.put(key, column: column, row: row, style: .strong)
      column = grid.put(" \(does)", column: column, row: row, style: .quiet) + 2
    }
  }

  private static func keys(_ state: SpeakerState) -> [(String, String)] {
    switch state.mode {
    case .slides, .asking, .leaving:
      [
        ("?", "help"), ("space", "next"), ("q", "quit"), ("g", "go to"), ("/", "search"), ("o", "overview"),
        ("f", "freeze"),
        ("b", "black"), ("p", "pointer"), ("t", "timer"), ("w", "white"), ("l", "spotlight"), ("m", "message"),
        ("d", "minutes"), ("a", "phone"),
      ]
    case .overview: [("Enter", "go there"), ("Esc", "back"), ("↑↓", "choose"), ("/", "search"), ("n N", "found")]
    case .help: [("↑↓", "scroll"), ("any key", "back")]
    case .pointing:
      [("arrows", "move"), ("HJKL", "far"), ("p", "pointer"), ("l", "spotlight"), ("space", "next"), ("Esc", "end")]
    case .phone where state.phone == nil:
      state.phoneTrouble == nil ? [("any key", "back")] : [("c", "start it again"), ("any key", "back")]
    case .phone: [("Q", "for onlookers, on the display"), ("c", "another code"), ("any key", "back")]
    }
  }
}
