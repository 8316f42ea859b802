internal import ControlProtocol

/// The list of all slides.
enum OverviewPicture {
  static func draw(_ state: SpeakerState, selected: Int, in body: CellArea, of grid: inout CellGrid) {
    let head = state.search.isEmpty ? "All slides" : "All slides; \"\(state.search)\" stands in those with ▸"
    grid.put(TextLines.cut(head, to: body.width - 4), column: 2, row: body.row, style: .strong)
    let area = CellArea(column: 0, row: body.row + 1, width: body.width, height: body.height - 1)
    guard area.height > 0, state.talk.pages > 0 else { return }
    let first = max(1, min(selected - area.height / 2, state.talk.pages - area.height + 1))
    for index in 0..<area.height where first + index <= state.talk.pages {
      drawRow(
        state, page: first + index, isSelected: first + index == selected, row: area.row + index, in: area, of: &grid)
    }
    NotesPicture.drawScroll(first: first - 1, count: state.talk.pages, in: area, of: &grid)
  }

  private static func drawRow(
    _ state: SpeakerState, page: Int, isSelected: Bool, row: Int, in area: CellArea, of grid: inout CellGrid
  ) {
    let isHere = page == state.talk.page
    let style = CellStyle(isHere ? .accent : .plain, bold: isHere, reverse: isSelected)
    if isSelected { grid.fill(CellArea(column: 1, row: row, width: area.width - 3, height: 1), style: style) }
    if isMatch(state, page) { grid.put("▸", column: 1, row: row, style: style) }
    grid.put("\(page)", endingAt: 7, row: row, style: style)
    var column = 9
    let label = state.slides[page]?.label ?? ""
    if !label.isEmpty, label != "\(page)" {
      column = grid.put("(\(label)) ", column: column, row: row, style: style, limit: 12)
    }
    let hasNotes = !state.notes(page).isEmpty
    let title = state.title(page)
    grid.put(
      TextLines.cut(SafeText.line(title.isEmpty ? "slide \(page)" : title), to: max(0, area.width - column - 12)),
      column: column, row: row, style: title.isEmpty ? CellStyle(dim: true, reverse: isSelected) : style)
    if hasNotes {
      grid.put("notes", endingAt: area.width - 3, row: row, style: CellStyle(dim: true, reverse: isSelected))
    }
  }

  private static func isMatch(_ state: SpeakerState, _ page: Int) -> Bool {
    let words = state.search.lowercased()
    guard !words.isEmpty else { return false }
    return state.title(page).lowercased().contains(words) || state.notes(page).lowercased().contains(words)
  }
}
