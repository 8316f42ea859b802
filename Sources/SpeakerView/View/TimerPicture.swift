internal import ControlProtocol

/// Two lines: how far the talk is, and the time that it has taken.
enum TimerPicture {
  static func draw(_ state: SpeakerState, row: Int, in body: CellArea, of grid: inout CellGrid) {
    let color = state.pace.color
    let elapsed = state.elapsed
    let timer = state.talk.timer
    var column = grid.put(
      TimeText.clock(elapsed), column: 2, row: row, style: CellStyle(color, bold: true))
    if let duration = timer.durationMilliseconds {
      column = grid.put(" of \(TimeText.clock(duration))", column: column, row: row, style: .quiet)
    }
    let isBefore = !timer.running && elapsed == 0
    let words = (isBefore ? ["not started"] : [timer.running ? "" : "paused", state.pace.words]).filter { !$0.isEmpty }
    if !words.isEmpty {
      column = grid.put("   \(words.joined(separator: ", "))", column: column, row: row, style: CellStyle(color))
    }
    if let duration = timer.durationMilliseconds, duration > elapsed {
      // What has passed and what is left are whole seconds that add up.
      let left = "\(TimeText.clock((duration / 1000 - elapsed / 1000) * 1000)) left"
      if column + left.count + 3 < body.width { grid.put(left, endingAt: body.width - 2, row: row, style: .quiet) }
    }
    drawWay(state, row: row + 1, in: body, of: &grid)
  }

  /// The way through the slides; the mark is where the time stands.
  private static func drawWay(_ state: SpeakerState, row: Int, in body: CellArea, of grid: inout CellGrid) {
    let width = max(1, body.width - 4)
    let slides = state.talk.pages > 0 ? width * state.talk.page / state.talk.pages : 0
    for column in 0..<width {
      let isDone = column < slides
      grid.put(
        isDone ? "━" : "─", column: 2 + column, row: row,
        style: isDone ? CellStyle(state.pace.color == .plain ? .accent : state.pace.color) : .quiet)
    }
    guard let duration = state.talk.timer.durationMilliseconds, duration > 0 else { return }
    let share = min(1, Double(state.elapsed) / Double(duration))
    grid.put(
      "●", column: 2 + min(width - 1, Int(share * Double(width))), row: row,
      style: CellStyle(state.pace.color, bold: true))
  }
}
