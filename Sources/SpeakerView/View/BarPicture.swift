internal import ControlProtocol

/// The uppermost line: what is presented, on which displays, and the time of day.
enum BarPicture {
  static func draw(_ state: SpeakerState, in grid: inout CellGrid) {
    let style = CellStyle(bold: true, reverse: true)
    let plain = CellStyle(reverse: true)
    grid.fill(CellArea(column: 0, row: 0, width: grid.width, height: 1), style: plain)
    let clock = state.clock.isEmpty ? "" : " \(state.clock) "
    let right = grid.width - CellWidth.of(clock)
    grid.put(clock, column: right, row: 0, style: style)
    let displays = TextLines.cut(SafeText.line(displays(state)), to: max(0, right / 2))
    let middle = right - CellWidth.of(displays) - 2
    grid.put(displays, column: middle, row: 0, style: plain)
    let title = TextLines.cut(SafeText.line(state.talk.title), to: max(0, middle - 3))
    grid.put(title, column: 1, row: 0, style: style)
  }

  /// The displays that show the talk; a short word where there is none.
  private static func displays(_ state: SpeakerState) -> String {
    if case .lost = state.link { return "daemon away" }
    let shown = state.talk.screens.filter { $0.state == .shown }
    let waiting = state.talk.screens.count { $0.state == .waiting }
    let more = waiting > 0 ? ", \(waiting) waiting" : ""
    switch shown.count {
    case 0: return "no display\(more)"
    case 1: return shown.map { [$0.screen, $0.mode].compactMap(\.self).joined(separator: " ") }.joined() + more
    default: return shown.map(\.screen).joined(separator: " ") + more
    }
  }
}
