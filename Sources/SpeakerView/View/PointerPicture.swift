internal import ControlProtocol

/// The slide as a frame in which one points.
enum PointerPicture {
  /// The cells that stand for the slide: as large as there is room, in the shape of 16:9.
  static func slideArea(of state: SpeakerState) -> CellArea {
    let room = CellArea(column: 0, row: 2, width: state.columns, height: state.rows - 4).inset(columns: 2, rows: 1)
    let shape = 16.0 / 9 / max(0.2, state.cellShape)
    let width = min(room.width, Int(Double(room.height) * shape))
    let height = min(room.height, Int(Double(width) / shape))
    return CellArea(
      column: room.column + (room.width - width) / 2, row: room.row + (room.height - height) / 2, width: width,
      height: height)
  }

  static func draw(
    _ state: SpeakerState, _ kind: TalkPointerKind, _ x: Double, _ y: Double, in body: CellArea, of grid: inout CellGrid
  ) {
    let area = slideArea(of: state)
    let name =
      switch kind {
      case .pointer: "Pointer"
      case .spotlight: "Spotlight"
      }
    grid.put("\(name) on slide \(state.talk.page)", column: 2, row: body.row, style: .strong)
    grid.frame(CellArea(column: area.column - 1, row: area.row - 1, width: area.width + 2, height: area.height + 2))
    if state.showsPictures { grid.pictures.append(PlacedPicture(page: state.talk.page, area: area)) }
    if !state.showsPictures {
      for (index, line) in TextLines.wrap(state.title(state.talk.page), to: area.width - 2).prefix(3).enumerated() {
        grid.put(line, centeredIn: area, row: area.row + 1 + index, style: .quiet)
      }
    }
    let column = area.column + Int((x * Double(max(0, area.width - 1))).rounded())
    let row = area.row + Int((y * Double(max(0, area.height - 1))).rounded())
    if kind == .spotlight {
      for offset in [-2, 2] where (area.column..<(area.column + area.width)).contains(column + offset) {
        grid.put(offset < 0 ? "(" : ")", column: column + offset, row: row, style: CellStyle(.warning, bold: true))
      }
    }
    grid.put("●", column: column, row: row, style: CellStyle(.bad, bold: true))
  }
}
