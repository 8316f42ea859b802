internal import ControlProtocol

/// The view during the talk: this slide and the next, the timer, and the notes.
enum SlidesPicture {
  static func draw(_ state: SpeakerState, in body: CellArea, of grid: inout CellGrid) {
    let isNarrow = body.width < 60
    let cards = cardHeight(state, body)
    let left = isNarrow ? body.width : (body.width * (state.showsPictures ? 3 : 1)) / (state.showsPictures ? 5 : 2)
    let now = CellArea(column: 0, row: body.row, width: left, height: cards)
    drawNow(state, in: now, of: &grid)
    if !isNarrow {
      let next = CellArea(column: left, row: body.row, width: body.width - left, height: cards)
      drawNext(state, in: next, of: &grid)
    }
    TimerPicture.draw(state, row: body.row + cards, in: body, of: &grid)
    // Notes stand apart where there is room for that.
    let used = cards + 2 + (body.height >= 16 ? 1 : 0)
    let notes = CellArea(column: 1, row: body.row + used, width: body.width - 2, height: body.height - used)
    NotesPicture.draw(state, in: notes, of: &grid)
  }

  /// With pictures as high as the slide's shape wants it, without as much as a title needs.
  private static func cardHeight(_ state: SpeakerState, _ body: CellArea) -> Int {
    guard state.showsPictures else { return body.height < 14 ? 4 : body.height < 30 ? 6 : 8 }
    let wide = body.width < 60 ? body.width : body.width * 3 / 5
    let wanted = Int(Double(wide - 4) * 9 / 16 * state.cellShape) + 2
    return max(4, min(wanted, body.height * 3 / 5))
  }

  private static func drawNow(_ state: SpeakerState, in area: CellArea, of grid: inout CellGrid) {
    grid.frame(area, style: CellStyle(.accent))
    let name = state.name(state.talk.page)
    let place = grid.put(
      " \(name) of \(state.talk.pages) ", column: area.column + 2, row: area.row, style: CellStyle(.accent, bold: true),
      limit: area.width - 4)
    drawMarks(state, from: place + 1, in: area, of: &grid)
    fill(state, page: state.talk.page, in: area, style: .strong, of: &grid)
  }

  /// What the audience sees instead of the speaker's slide.
  private static func drawMarks(_ state: SpeakerState, from column: Int, in area: CellArea, of grid: inout CellGrid) {
    var marks: [(String, CellStyle.Color)] = []
    if state.talk.frozen {
      marks.append((state.talk.shownPage == state.talk.page ? "FROZEN" : "FROZEN at \(state.talk.shownPage)", .warning))
    }
    switch state.talk.cover {
    case .none: break
    case .black: marks.append(("BLACK", .warning))
    case .white: marks.append(("WHITE", .warning))
    }
    if state.talk.pointer != nil { marks.append(("POINTER", .accent)) }
    if state.talk.message != nil { marks.append(("MESSAGE", .accent)) }
    if state.talk.code != nil { marks.append(("CODE", .accent)) }
    var column = column
    for (mark, color) in marks where column + mark.count + 3 < area.column + area.width {
      column =
        grid.put(" \(mark) ", column: column, row: area.row, style: CellStyle(color, bold: true, reverse: true)) + 1
    }
  }

  private static func drawNext(_ state: SpeakerState, in area: CellArea, of grid: inout CellGrid) {
    grid.frame(area)
    let page = state.talk.page + 1
    guard page <= state.talk.pages else {
      grid.put(" next ", column: area.column + 2, row: area.row, style: .quiet)
      grid.put("the end", column: area.column + 2, row: area.row + 1, style: .quiet, limit: area.width - 4)
      return
    }
    grid.put(
      " next: \(state.name(page)) ", column: area.column + 2, row: area.row, style: .quiet, limit: area.width - 4)
    fill(state, page: page, in: area, style: .plain, of: &grid)
  }

  /// A card's picture, or its title.
  private static func fill(
    _ state: SpeakerState, page: Int, in area: CellArea, style: CellStyle, of grid: inout CellGrid
  ) {
    let inner = area.inset(columns: 2, rows: 1)
    if state.showsPictures, inner.height >= 3 {
      grid.pictures.append(PlacedPicture(page: page, area: inner))
      let title = TextLines.cut(SafeText.line(state.title(page)), to: max(0, area.width - 6))
      if !title.isEmpty {
        grid.put(" \(title) ", column: area.column + 2, row: area.row + area.height - 1, style: style)
      }
      return
    }
    let title = state.title(page)
    let lines = TextLines.wrap(title.isEmpty ? "slide \(page)" : title, to: inner.width)
    let shown = lines.prefix(inner.height)
    for (index, line) in shown.enumerated() {
      let isCut = index == shown.count - 1 && lines.count > shown.count
      grid.put(
        isCut ? TextLines.cut(line + " …", to: inner.width) : line, column: inner.column, row: inner.row + index,
        style: title.isEmpty ? .quiet : style)
    }
  }
}
