internal import ControlProtocol

/// The speaker's view as cells: a pure function of its state.
package enum SpeakerPicture {
  private static let leastColumns = 40
  private static let leastRows = 10

  package static func draw(_ state: SpeakerState) -> CellGrid {
    var grid = CellGrid(width: state.columns, height: state.rows)
    guard state.columns >= leastColumns, state.rows >= leastRows else {
      let text = [
        "Slide \(state.number) of \(state.numbers.count)",
        "Too small: \(grid.width)x\(grid.height), needs \(leastColumns)x\(leastRows). Keys still work.",
      ]
      grid.put(text.flatMap { TextLines.wrap($0, to: grid.width) }, column: 0, row: 0)
      return grid
    }
    BarPicture.draw(state, in: &grid)
    let body = CellArea(column: 0, row: 1, width: grid.width, height: grid.height - 1 - FootPicture.height(state))
    switch state.mode {
    case .slides, .question, .leaving: SlidesPicture.draw(state, in: body, of: &grid)
    case .overview(let selected): OverviewPicture.draw(state, selected: selected, in: body, of: &grid)
    case .help(let scroll): HelpPicture.draw(scroll: scroll, in: body, of: &grid)
    case .pointing(let kind, let x, let y): PointerPicture.draw(state, kind, x, y, in: body, of: &grid)
    case .phone: PhonePicture.draw(state, in: body, of: &grid)
    }
    FootPicture.draw(state, in: &grid)
    return grid
  }
}

/// The top line: the title, the displays, and the time of day.
enum BarPicture {
  static func draw(_ state: SpeakerState, in grid: inout CellGrid) {
    let style = CellStyle(bold: true, reverse: true)
    let plain = CellStyle(reverse: true)
    grid.clear(row: 0, style: plain)
    let clock = state.clock.isEmpty ? "" : " \(state.clock) "
    let right = grid.width - CellWidth.of(clock)
    grid.put(clock, column: right, row: 0, style: style)
    let displays = TextLines.cut(SafeText.line(displays(state)), to: max(0, right / 2))
    let middle = right - CellWidth.of(displays) - 2
    grid.put(displays, column: middle, row: 0, style: plain)
    let title = TextLines.cut(SafeText.line(state.talk.title), to: max(0, middle - 3))
    grid.put(title, column: 1, row: 0, style: style)
  }

  /// The displays that show the talk, or a short text if there is none.
  private static func displays(_ state: SpeakerState) -> String {
    if case .lost = state.connection { return "daemon away" }
    let shown = state.talk.screens.filter { $0.state == .shown }
    let waiting = state.talk.screens.count { $0.state == .waiting }
    let more = waiting > 0 ? ", \(waiting) waiting" : ""
    switch shown.count {
    case 0:
      let isUnderAlarm = state.talk.screens.contains { $0.state == .alarm }
      return (isUnderAlarm ? "an alarm covers the screen" : "no display") + more
    case 1: return shown.map { [$0.screen, $0.mode?.name].compactMap(\.self).joined(separator: " ") }.joined() + more
    default: return shown.map(\.screen).joined(separator: " ") + more
    }
  }
}

/// The two bottom lines: the last message and key hints, or a question.
enum FootPicture {
  static func draw(_ state: SpeakerState, in grid: inout CellGrid) {
    let row = grid.height - 2
    let (lines, style) = messageLines(state)
    grid.put(lines, column: 1, row: row - lines.count + 1, style: style)
    switch state.mode {
    case .question(let question, let text): drawQuestion(question, text, row: row + 1, in: &grid)
    case .leaving: drawLeaving(row: row + 1, in: &grid)
    case .slides, .overview, .help, .pointing, .phone: drawKeys(keys(state), row: row + 1, in: &grid)
    }
  }

  /// The last message, otherwise the deck's error, in at most two lines.
  private static func messageLines(_ state: SpeakerState) -> ([String], CellStyle) {
    let width = state.columns - 2
    let trouble = state.message.isEmpty ? state.talk.trouble : nil
    let text = trouble ?? state.message
    let most = state.rows < 16 ? 1 : 2
    var lines = text.isEmpty ? [] : TextLines.wrap(text, to: width)
    if lines.count > most {
      let rest = lines[(most - 1)...].joined(separator: " ")
      lines = lines.prefix(most - 1) + [TextLines.cut(rest, to: width)]
    }
    let isBad = trouble != nil || state.messageIsBad
    return (lines, CellStyle(color: isBad ? .bad : .good, bold: isBad))
  }

  /// The number of rows.
  static func height(_ state: SpeakerState) -> Int { max(1, messageLines(state).0.count) + 1 }

  private static func drawLeaving(row: Int, in grid: inout CellGrid) {
    let style = CellStyle(color: .warning, bold: true, reverse: true)
    grid.clear(row: row, style: style)
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
    grid.clear(row: row, style: style)
    var column = grid.put(prompt, column: 1, row: row, style: CellStyle(bold: true, reverse: true))
    // If an answer is too long, show its end.
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
    case .slides, .question, .leaving:
      [
        ("?", "help"), ("space", "next"), ("q", "quit"), ("g", "go to"), ("/", "search"), ("o", "overview"),
        ("f", "freeze"), ("b", "black"), ("p", "pointer"), ("t", "timer"), ("w", "white"), ("l", "spotlight"),
        ("m", "message"), ("d", "minutes"), ("a", "phone"),
      ]
    case .overview: [("Enter", "go there"), ("Esc", "back"), ("↑↓", "choose"), ("/", "search"), ("n N", "found")]
    case .help: [("↑↓", "scroll"), ("any key", "back")]
    case .pointing:
      [("arrows", "move"), ("HJKL", "far"), ("p", "pointer"), ("l", "spotlight"), ("space", "next"), ("Esc", "end")]
    case .phone where state.phone == nil:
      state.phoneTrouble == nil ? [("any key", "back")] : [("c", "restart"), ("any key", "back")]
    case .phone: [("Q", "for observers, on the display"), ("c", "another code"), ("any key", "back")]
    }
  }
}

/// Two lines: the elapsed time, and the progress through the slides.
enum TimerPicture {
  static func draw(_ state: SpeakerState, row: Int, in body: CellArea, of grid: inout CellGrid) {
    let color = state.pace.color
    let elapsed = state.elapsed
    let timer = state.talk.timer
    var column = grid.put(TimeText.clock(elapsed), column: 2, row: row, style: CellStyle(color: color, bold: true))
    if let duration = timer.durationMilliseconds {
      column = grid.put(" of \(TimeText.clock(duration))", column: column, row: row, style: .quiet)
    }
    let isBefore = !timer.running && elapsed == 0
    let words = (isBefore ? ["not started"] : [timer.running ? "" : "paused", state.pace.text]).filter { !$0.isEmpty }
    if !words.isEmpty {
      column = grid.put("   \(words.joined(separator: ", "))", column: column, row: row, style: CellStyle(color: color))
    }
    if let duration = timer.durationMilliseconds, duration > elapsed {
      // Elapsed and remaining time are whole seconds that add up.
      let left = "\(TimeText.clock((duration / 1000 - elapsed / 1000) * 1000)) left"
      if column + left.count + 3 < body.width { grid.put(left, endingAt: body.width - 2, row: row, style: .quiet) }
    }
    drawProgress(state, row: row + 1, in: body, of: &grid)
  }

  /// The progress through the slides, with a mark at the current time.
  private static func drawProgress(_ state: SpeakerState, row: Int, in body: CellArea, of grid: inout CellGrid) {
    let width = max(1, body.width - 4)
    let slides = state.numbers.count > 0 ? width * state.number / state.numbers.count : 0
    let color: CellStyle.CellColor = state.pace.color == .plain ? .accent : state.pace.color
    grid.put(String(repeating: "─", count: width), column: 2, row: row, style: .quiet)
    grid.put(
      String(repeating: "━", count: max(0, slides)), column: 2, row: row, style: CellStyle(color: color), limit: width)
    guard let duration = state.talk.timer.durationMilliseconds, duration > 0 else { return }
    let share = min(1, Double(state.elapsed) / Double(duration))
    grid.put(
      "●", column: 2 + min(width - 1, Int(share * Double(width))), row: row,
      style: CellStyle(color: state.pace.color, bold: true))
  }
}

/// The view during the talk: this slide and the next, the timer, and the notes.
enum SlidesPicture {
  static func draw(_ state: SpeakerState, in body: CellArea, of grid: inout CellGrid) {
    let cards = cardHeight(state, body)
    let left = body.width < 60 ? body.width : state.showsPictures ? body.width * 3 / 5 : body.width / 2
    drawNow(state, in: CellArea(column: 0, row: body.row, width: left, height: cards), of: &grid)
    if left < body.width {
      drawNext(state, in: CellArea(column: left, row: body.row, width: body.width - left, height: cards), of: &grid)
    }
    TimerPicture.draw(state, row: body.row + cards, in: body, of: &grid)
    let used = cards + 2 + (body.height >= 16 ? 1 : 0)
    let notes = CellArea(column: 1, row: body.row + used, width: body.width - 2, height: body.height - used)
    NotesPicture.draw(state, in: notes, of: &grid)
  }

  /// The height of a card whose picture has the slide's shape, without the rows of a title.
  private static func cardHeight(_ state: SpeakerState, _ body: CellArea) -> Int {
    guard state.showsPictures else { return body.height < 14 ? 4 : max(6, body.height * 2 / 5) }
    let wide = body.width < 60 ? body.width : body.width * 3 / 5
    let wanted = Int(Double(wide - 4) * 9 / 16 * state.cellShape) + 2
    return max(4, min(wanted, body.height * 3 / 5))
  }

  private static func drawNow(_ state: SpeakerState, in area: CellArea, of grid: inout CellGrid) {
    grid.frame(area, style: CellStyle(color: .accent))
    let place = grid.put(
      " \(head(state)) ", column: area.column + 2, row: area.row,
      style: CellStyle(color: .accent, bold: true), limit: area.width - 4)
    drawMarks(state, from: place + 1, in: area, of: &grid)
    fill(state, page: state.talk.page, in: area, style: .strong, of: &grid)
  }

  /// The audience's slide, or its step of the speaker's slide.
  private static func shown(_ state: SpeakerState) -> String {
    let page = state.talk.shownPage
    return state.numbers.number(of: page) == state.number ? state.step(page) ?? "\(page)" : state.name(page)
  }

  private static func head(_ state: SpeakerState) -> String {
    let step = state.step(state.talk.page).map { ", \($0)" } ?? ""
    return "\(state.name(state.talk.page)) of \(state.numbers.count)\(step)"
  }

  /// Draws a remark about the audience's picture if it differs from the speaker's slide.
  private static func drawMarks(_ state: SpeakerState, from column: Int, in area: CellArea, of grid: inout CellGrid) {
    var marks: [(String, CellStyle.CellColor)] = []
    if state.talk.frozen {
      marks.append((state.talk.shownPage == state.talk.page ? "FROZEN" : "FROZEN at \(shown(state))", .warning))
    }
    switch state.talk.cover {
    case .none: break
    case .black: marks.append(("BLACK", .warning))
    case .white: marks.append(("WHITE", .warning))
    }
    if state.talk.videos?.contains(where: \.playing) == true { marks.append(("VIDEO", .accent)) }
    if state.talk.pointer != nil { marks.append(("POINTER", .accent)) }
    if state.talk.message != nil { marks.append(("MESSAGE", .accent)) }
    if state.talk.code != nil { marks.append(("CODE", .accent)) }
    var column = column
    for (mark, color) in marks where column + mark.count + 3 < area.column + area.width {
      let style = CellStyle(color: color, bold: true, reverse: true)
      column = grid.put(" \(mark) ", column: column, row: area.row, style: style) + 1
    }
  }

  private static func drawNext(_ state: SpeakerState, in area: CellArea, of grid: inout CellGrid) {
    grid.frame(area)
    guard let page = state.nextPage else {
      grid.put(" next ", column: area.column + 2, row: area.row, style: .quiet)
      grid.put("the end", column: area.column + 2, row: area.row + 1, style: .quiet, limit: area.width - 4)
      return
    }
    let isStep = state.numbers.number(of: page) == state.number
    grid.put(
      " next: \(isStep ? state.step(page) ?? "" : state.name(page)) ", column: area.column + 2, row: area.row,
      style: .quiet, limit: area.width - 4)
    fill(state, page: page, in: area, style: .plain, of: &grid)
  }

  /// Fills a card with its picture, or with its title.
  private static func fill(
    _ state: SpeakerState, page: Int, in area: CellArea, style: CellStyle, of grid: inout CellGrid
  ) {
    let inner = area.inset(columns: 2, rows: 1)
    let title = state.title(page)
    if state.showsPictures, inner.height >= 3 {
      grid.pictures.append(PlacedPicture(page: page, area: inner))
      guard !title.isEmpty else { return }
      let cut = TextLines.cut(SafeText.line(title), to: max(0, area.width - 6))
      grid.put(" \(cut) ", column: area.column + 2, row: area.row + area.height - 1, style: style)
      return
    }
    let head = cut(title.isEmpty ? "slide \(page)" : title, to: inner)
    let row = grid.put(head, column: inner.column, row: inner.row, style: title.isEmpty ? .quiet : style)
    // The rest of the slide's words, below a free row.
    var rest = state.slides[page]?.text ?? ""
    if rest.hasPrefix(title) { rest.removeFirst(title.count) }
    rest = String(rest.drop { $0 == " " })
    let room = CellArea(
      column: inner.column, row: row + 1, width: inner.width, height: inner.row + inner.height - row - 1)
    guard room.height > 0, !rest.isEmpty else { return }
    grid.put(cut(rest, to: room), column: room.column, row: room.row, style: .plain)
  }

  /// A text as lines that fit into an area. The last line ends with `…` if words are missing.
  private static func cut(_ text: String, to area: CellArea) -> [String] {
    let lines = TextLines.wrap(text, to: area.width)
    var shown = Array(lines.prefix(area.height))
    if lines.count > shown.count, let last = shown.popLast() {
      shown.append(TextLines.cut(last + " …", to: area.width))
    }
    return shown
  }
}

/// The notes for the speaker's slide, scrolled.
enum NotesPicture {
  static func draw(_ state: SpeakerState, in area: CellArea, of grid: inout CellGrid) {
    guard area.height > 0 else { return }
    let page = state.talk.page
    let notes = state.notes(page)
    // Only terminals without pictures show the text of the notes' half of a page.
    let isHalf = notes.isEmpty || state.slides[page]?.notesSource == .half
    if isHalf, state.showsPictures, state.talk.notesHalf != .none, area.height >= 4 {
      grid.pictures.append(PlacedPicture(page: page, part: .notes, area: area))
      return
    }
    // Longer lines are hard to read.
    let lines = NoteLines.lines(notes, width: min(area.width - 2, 100))
    guard !lines.isEmpty else {
      let text = state.slides[page] == nil ? "…" : "no notes for this slide"
      grid.put(text, column: area.column + 1, row: area.row, style: .quiet)
      return
    }
    let first = min(state.notesScroll, max(0, lines.count - area.height))
    for (index, line) in lines.dropFirst(first).prefix(area.height).enumerated() {
      grid.put(line, column: area.column + 1, row: area.row + index, limit: area.width - 2)
    }
    drawScrollBar(first: first, count: lines.count, in: area, of: &grid)
  }

  /// A scroll bar at the right edge.
  static func drawScrollBar(first: Int, count: Int, in area: CellArea, of grid: inout CellGrid) {
    guard count > area.height, area.height > 0 else { return }
    let length = max(1, area.height * area.height / count)
    let start = (area.height - length) * first / max(1, count - area.height)
    for row in 0..<area.height {
      let isHere = (start..<(start + length)).contains(row)
      grid.put(isHere ? "█" : "│", column: area.column + area.width - 1, row: area.row + row, style: .quiet)
    }
  }
}
