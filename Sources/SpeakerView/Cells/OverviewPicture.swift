internal import CQREncode
internal import ControlProtocol
internal import Glibc

/// The list of all slides.
enum OverviewPicture {
  static func draw(_ state: SpeakerState, selected: Int, in body: CellArea, of grid: inout CellGrid) {
    let head = state.search.isEmpty ? "All slides" : "All slides; those with ▸ contain \"\(state.search)\""
    grid.put(TextLines.cut(head, to: body.width - 4), column: 2, row: body.row, style: .strong)
    let area = CellArea(column: 0, row: body.row + 1, width: body.width, height: body.height - 1)
    let count = state.numbers.count
    guard area.height > 0, count > 0 else { return }
    let selected = state.numbers.number(of: selected)
    let first = max(1, min(selected - area.height / 2, count - area.height + 1))
    for index in 0..<area.height where first + index <= count {
      drawRow(
        state, number: first + index, isSelected: first + index == selected, row: area.row + index, in: area, of: &grid)
    }
    NotesPicture.drawScrollBar(first: first - 1, count: count, in: area, of: &grid)
  }

  private static func drawRow(
    _ state: SpeakerState, number: Int, isSelected: Bool, row: Int, in area: CellArea, of grid: inout CellGrid
  ) {
    let page = state.numbers.firstPage(of: number)
    let isHere = number == state.number
    let style = CellStyle(color: isHere ? .accent : .plain, bold: isHere, reverse: isSelected)
    if isSelected { grid.clear(row: row, from: 1, width: area.width - 3, style: style) }
    if state.isMatch(slide: number) { grid.put("▸", column: 1, row: row, style: style) }
    grid.put("\(number)", endingAt: 7, row: row, style: style)
    var column = 9
    let label = state.slides[page]?.label ?? ""
    if !label.isEmpty, label != "\(number)" {
      column = grid.put("(\(label)) ", column: column, row: row, style: style, limit: 12)
    }
    let quiet = CellStyle(dim: true, reverse: isSelected)
    let title = state.title(page)
    grid.put(
      TextLines.cut(SafeText.line(title.isEmpty ? "slide \(number)" : title), to: max(0, area.width - column - 12)),
      column: column, row: row, style: title.isEmpty ? quiet : style)
    if state.slides[page]?.hidden == true {
      grid.put("hidden", endingAt: area.width - 3, row: row, style: quiet)
    } else if state.numbers.pages(of: number).contains(where: { !state.notes($0).isEmpty }) {
      grid.put("notes", endingAt: area.width - 3, row: row, style: quiet)
    }
  }
}

/// The list of all keys.
enum HelpPicture {
  /// The keys and their effects. A heading has no key.
  static let lines: [(keys: String, does: String)] = [
    ("", "Slides"),
    ("space → PgDn Enter", "next slide"),
    ("← PgUp Backspace", "slide before"),
    ("Home  End", "first slide, last slide"),
    ("g 12 Enter", "go to slide 12; the number alone works too"),
    ("o  Tab", "list of all slides; Enter goes to one, Esc stays"),
    ("/ words Enter", "search slides and notes, in that list"),
    ("n  N", "next result, previous result"),
    ("", "What the audience sees"),
    ("f", "freeze: the audience's slide stays while you continue"),
    ("b  w", "black, white"),
    ("v", "play the video of the slide; again: the slide itself"),
    ("p  l", "pointer, spotlight: move it by arrows, HJKL or mouse"),
    ("m text Enter", "message over the slide; an empty one ends it"),
    ("s", "show the talk on a display that waits"),
    ("", "Notes and time"),
    ("↑ ↓  [ ]", "scroll the notes by one line, by five"),
    ("t  R", "timer: start or pause, reset"),
    ("d 20 Enter", "set the time to 20 minutes; 0 for no limit"),
    ("", "Phone"),
    ("a", "address and code for the phone (with --phone)"),
    ("Q", "on the display: show or hide a code for observers"),
    ("", "This view"),
    ("? F1", "this list"),
    ("Ctrl-L  Ctrl-Z", "draw again, suspend to the shell"),
    ("q", "end: the talk (e), or only this view (q)"),
  ]

  static func draw(scroll: Int, in area: CellArea, of grid: inout CellGrid) {
    let isNarrow = area.width < 60
    let first = min(scroll, max(0, lines.count - area.height))
    for (index, line) in lines.dropFirst(first).prefix(area.height).enumerated() {
      let row = area.row + index
      if line.keys.isEmpty {
        grid.put(line.does, column: 2, row: row, style: CellStyle(color: .accent, bold: true))
      } else {
        grid.put(line.keys, column: isNarrow ? 1 : 4, row: row, style: .strong)
        let column = isNarrow ? 20 : 25
        grid.put(TextLines.cut(line.does, to: area.width - column - 2), column: column, row: row)
      }
    }
    NotesPicture.drawScrollBar(first: first, count: lines.count, in: area, of: &grid)
  }
}

/// The slide as a frame for the pointer.
enum PointerPicture {
  /// The cells of the slide's picture: as large as possible, in the shape of 16:9.
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
    grid.put(
      "\(kind == .pointer ? "Pointer" : "Spotlight") on slide \(state.number)", column: 2, row: body.row,
      style: .strong)
    grid.frame(CellArea(column: area.column - 1, row: area.row - 1, width: area.width + 2, height: area.height + 2))
    if state.showsPictures {
      grid.pictures.append(PlacedPicture(page: state.talk.page, area: area))
    } else {
      for (index, line) in TextLines.wrap(state.title(state.talk.page), to: area.width - 2).prefix(3).enumerated() {
        grid.put(line, centeredIn: area, row: area.row + 1 + index, style: .quiet)
      }
    }
    let column = area.column + Int((x * Double(max(0, area.width - 1))).rounded())
    let row = area.row + Int((y * Double(max(0, area.height - 1))).rounded())
    if kind == .spotlight {
      for offset in [-2, 2] where (area.column..<(area.column + area.width)).contains(column + offset) {
        grid.put(
          offset < 0 ? "(" : ")", column: column + offset, row: row, style: CellStyle(color: .warning, bold: true))
      }
    }
    grid.put("●", column: column, row: row, style: CellStyle(color: .bad, bold: true))
  }
}

/// The phone's address, its code, and both as a QR code of half blocks.
enum PhonePicture {
  static func draw(_ state: SpeakerState, in body: CellArea, of grid: inout CellGrid) {
    guard let phone = state.phone else {
      let notice = state.phoneTrouble ?? "There is no phone in this talk. Start it with marqueectl present --phone."
      grid.put(TextLines.wrap(notice, to: body.width - 4).prefix(body.height), column: 2, row: body.row + 1)
      return
    }
    let code = QRPicture.lines(of: phone.link)
    let width = code.map(CellWidth.of).max() ?? 0
    let fits = width > 0 && code.count <= body.height && width + 30 <= body.width
    let text = fits ? width + 6 : 2
    let strong = CellStyle(color: .accent, bold: true)
    if fits {
      grid.put(code, column: 3, row: body.row + (body.height - code.count) / 2, style: CellStyle(color: .code))
    }
    var row = body.row + (fits ? max(1, (body.height - 6) / 2) : 1)
    grid.put("The phone opens", column: text, row: row)
    let address = TextLines.wrap(phone.address, to: body.width - text - 2)
    row = grid.put(address, column: text, row: row + 1, style: strong)
    if !phone.code.isEmpty {
      grid.put("and asks for the code", column: text, row: row + 1)
      grid.put(phone.code, column: text, row: row + 2, style: strong)
      row += 3
    }
    let hint =
      "A code is for one phone: c makes another. Q shows a code for observers on the display. Any other key goes back."
    row = grid.put(TextLines.wrap(hint, to: body.width - text - 2), column: text, row: row + 1, style: .quiet)
    if !fits, row < body.row + body.height {
      grid.put("A QR code fits into \(max(70, width + 30))x\(code.count + 3).", column: text, row: row, style: .quiet)
    }
  }
}

/// Texts as QR codes of half blocks, with two modules in a cell (QRcode_encodeString8bit).
enum QRPicture {
  /// Rows of characters, for dark letters on a light background; empty if the text is too long.
  static func lines(of text: String) -> [String] {
    guard let code = unsafe QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return [] }
    defer { unsafe QRcode_free(code) }
    let size = unsafe Int(code.pointee.width)
    guard size > 0, let data = unsafe code.pointee.data else { return [] }
    // The number of light modules around the code. ISO/IEC 18004 demands four, so the terminal's background has to add two.
    let margin = 2
    func isDark(_ column: Int, _ row: Int) -> Bool {
      guard (0..<size).contains(column), (0..<size).contains(row) else { return false }
      return unsafe data[row * size + column] & 1 == 1
    }
    return stride(from: -margin, to: size + margin, by: 2).map { row in
      (-margin..<(size + margin)).map { column in
        switch (isDark(column, row), isDark(column, row + 1)) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }.joined()
    }
  }
}
