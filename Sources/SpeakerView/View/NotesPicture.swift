internal import ControlProtocol

/// The notes for the speaker's slide, scrolled.
enum NotesPicture {
  static func draw(_ state: SpeakerState, in area: CellArea, of grid: inout CellGrid) {
    guard area.height > 0 else { return }
    let page = state.talk.page
    let notes = state.notes(page)
    // The words of that half are there for terminals without pictures.
    let isHalf = notes.isEmpty || state.slides[page]?.notesSource == .half
    if isHalf, state.showsPictures, state.talk.notesHalf != .none, area.height >= 4 {
      grid.pictures.append(PlacedPicture(page: page, part: .notes, area: area))
      return
    }
    // Long lines are hard to follow; the rest of a wide terminal stays free.
    let width = min(area.width - 2, 100)
    let lines = NoteLines.lines(notes, width: width)
    guard !lines.isEmpty else {
      let said = state.slides[page] == nil ? "…" : "no notes for this slide"
      grid.put(said, column: area.column + 1, row: area.row, style: .quiet)
      return
    }
    let first = min(state.notesScroll, max(0, lines.count - area.height))
    for (index, line) in lines.dropFirst(first).prefix(area.height).enumerated() {
      grid.put(line, column: area.column + 1, row: area.row + index, limit: area.width - 2)
    }
    drawScroll(first: first, count: lines.count, in: area, of: &grid)
  }

  /// Where in the notes one is, at the right edge.
  static func drawScroll(first: Int, count: Int, in area: CellArea, of grid: inout CellGrid) {
    guard count > area.height, area.height > 0 else { return }
    let length = max(1, area.height * area.height / count)
    let start = (area.height - length) * first / max(1, count - area.height)
    for row in 0..<area.height {
      let isHere = (start..<(start + length)).contains(row)
      grid.put(isHere ? "█" : "│", column: area.column + area.width - 1, row: area.row + row, style: .quiet)
    }
  }
}
