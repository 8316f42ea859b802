internal import ControlProtocol

/// The phone's address, its code, and both as a QR code of half blocks.
enum PhonePicture {
  static func draw(_ state: SpeakerState, in body: CellArea, of grid: inout CellGrid) {
    guard let phone = state.phone else {
      let said = state.phoneTrouble ?? "There is no phone in this talk. Start it with marqueectl present --phone."
      for (index, line) in TextLines.wrap(said, to: body.width - 4).prefix(body.height).enumerated() {
        grid.put(line, column: 2, row: body.row + 1 + index)
      }
      return
    }
    let code = QRPicture.lines(of: phone.link)
    let width = code.map(CellWidth.of).max() ?? 0
    let fits = width > 0 && code.count <= body.height && width + 30 <= body.width
    let text = fits ? width + 6 : 2
    if fits {
      let top = body.row + (body.height - code.count) / 2
      for (index, line) in code.enumerated() {
        grid.put(line, column: 3, row: top + index, style: CellStyle(.code))
      }
    }
    var row = body.row + (fits ? max(1, (body.height - 6) / 2) : 1)
    grid.put("The phone opens", column: text, row: row)
    for line in TextLines.wrap(phone.address, to: body.width - text - 2) {
      row += 1
      grid.put(line, column: text, row: row, style: CellStyle(.accent, bold: true))
    }
    if !phone.code.isEmpty {
      row += 2
      grid.put("and is asked for the code", column: text, row: row)
      grid.put(phone.code, column: text, row: row + 1, style: CellStyle(.accent, bold: true))
      row += 1
    }
    row += 2
    for line in TextLines.wrap(
      "A code is for one phone: c makes another. Q puts one on the display with which phones only look on; any other key goes back.",
      to: body.width - text - 2)
    {
      grid.put(line, column: text, row: row, style: .quiet)
      row += 1
    }
    if !fits, row < body.row + body.height {
      grid.put("A QR code fits into \(max(70, width + 30))x\(code.count + 3).", column: text, row: row, style: .quiet)
    }
  }
}
