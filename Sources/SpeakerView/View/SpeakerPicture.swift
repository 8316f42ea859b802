internal import ControlProtocol

/// The speaker's view as cells: a pure function of what it knows.
public enum SpeakerPicture {
  /// Fewer columns are too few.
  public static let leastColumns = 40
  /// Fewer rows are too few.
  public static let leastRows = 10

  /// Draws it.
  public static func draw(_ state: SpeakerState) -> CellGrid {
    var grid = CellGrid(width: state.columns, height: state.rows)
    guard state.fits else {
      drawTooSmall(state, in: &grid)
      return grid
    }
    BarPicture.draw(state, in: &grid)
    let body = CellArea(column: 0, row: 1, width: grid.width, height: grid.height - 1 - FootPicture.height(state))
    switch state.mode {
    case .slides, .asking, .leaving: SlidesPicture.draw(state, in: body, of: &grid)
    case .overview(let selected): OverviewPicture.draw(state, selected: selected, in: body, of: &grid)
    case .help(let scroll): HelpPicture.draw(scroll: scroll, in: body, of: &grid)
    case .pointing(let kind, let x, let y): PointerPicture.draw(state, kind, x, y, in: body, of: &grid)
    case .phone: PhonePicture.draw(state, in: body, of: &grid)
    }
    FootPicture.draw(state, in: &grid)
    return grid
  }

  /// What is needed, as far as there is room for it; keys do what they always do.
  private static func drawTooSmall(_ state: SpeakerState, in grid: inout CellGrid) {
    let said = [
      "Slide \(state.talk.page) of \(state.talk.pages)",
      "Too small: \(grid.width)x\(grid.height), needs \(leastColumns)x\(leastRows). Keys still work.",
    ]
    var row = 0
    for line in said.flatMap({ TextLines.wrap($0, to: grid.width) }) {
      grid.put(line, column: 0, row: row)
      row += 1
    }
  }
}
