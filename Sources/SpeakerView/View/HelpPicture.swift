/// The list of all keys.
enum HelpPicture {
  /// A key and what it does; a heading has no key.
  static let lines: [(keys: String, does: String)] = [
    ("", "Slides"),
    ("space → PgDn Enter", "next slide"),
    ("← PgUp Backspace", "slide before"),
    ("Home  End", "first slide, last slide"),
    ("g 12 Enter", "to slide 12; the number alone does it too"),
    ("o  Tab", "list of all slides; Enter goes there, Esc stays"),
    ("/ words Enter", "search in slides and notes, in that list"),
    ("n  N", "next place found, the one before"),
    ("", "What the audience sees"),
    ("f", "freeze: the slide stays while you go on"),
    ("b  w", "black, white"),
    ("p  l", "pointer, spotlight: move it by arrows, HJKL or mouse"),
    ("m text Enter", "message over the slide; an empty one ends it"),
    ("s", "show the talk on a display that waits for that"),
    ("", "Notes and time"),
    ("↑ ↓  [ ]", "scroll the notes by one line, by five"),
    ("t  R", "timer: start or pause, set to zero"),
    ("d 20 Enter", "the talk may take 20 minutes; 0 for no end"),
    ("", "Phone"),
    ("a", "address and code for the phone (with --phone)"),
    ("Q", "on the display: a code for phones that look on; away"),
    ("", "This view"),
    ("? F1", "this list"),
    ("Ctrl-L  Ctrl-Z", "draw anew, back to the shell for a while"),
    ("q", "end: the talk (e), or only this view (q)"),
  ]

  static func draw(scroll: Int, in body: CellArea, of grid: inout CellGrid) {
    let area = body
    let first = min(scroll, max(0, lines.count - area.height))
    for (index, line) in lines.dropFirst(first).prefix(area.height).enumerated() {
      let row = area.row + index
      if line.keys.isEmpty {
        grid.put(line.does, column: 2, row: row, style: CellStyle(.accent, bold: true))
      } else {
        let narrow = area.width < 60
        grid.put(line.keys, column: narrow ? 1 : 4, row: row, style: .strong)
        grid.put(TextLines.cut(line.does, to: area.width - (narrow ? 22 : 27)), column: narrow ? 20 : 25, row: row)
      }
    }
    NotesPicture.drawScroll(first: first, count: lines.count, in: area, of: &grid)
  }
}
