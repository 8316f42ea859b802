internal import Composition
internal import DisplayTypes

/// The number of the frame as a code that programs read (`marqueectl verify`), and colour patches. The code needs no work: each digit is a
/// window on one small sheet of the sixteen words. The digit at place p moves on every 16^p frames, so most refreshes change one digit in
/// each band.
nonisolated enum CodedPattern {
  static func draw(on canvas: inout PatternCanvas) {
    canvas.background = .grey(20)
    guard let sheet else { return }
    let layout = FrameCodeLayout(size: canvas.size)
    for (rect, color) in layout.patches { canvas.fill(rect, color) }
    for band in 0..<FrameCodeLayout.bandCount {
      canvas.fill(layout.cell(0, band: band), .white)
      canvas.fill(layout.cell(1, band: band), .black)
      for place in 0..<FrameCode.digitCount {
        let period = UInt64(1) << UInt64(4 * (FrameCode.digitCount - place))
        canvas.add(
          .bitmap(sheet), in: layout.digit(place, band: band), part: parts[0],
          animations: [
            LayerAnimation(property: .contentsRect(parts), clock: .frames(period: period), repeats: .forever)
          ])
      }
    }
  }

  /// The words one below the other, with a pixel for each cell.
  private static var sheet: Bitmap? {
    let size = PixelSize(width: FrameCode.cellsPerDigit, height: FrameCode.words.count)
    return Bitmap(size: size, format: .argb32, isOpaque: true) { bytes, stride in
      for (row, word) in FrameCode.words.enumerated() {
        for cell in 0..<FrameCode.cellsPerDigit {
          let color = word >> UInt8(FrameCode.cellsPerDigit - 1 - cell) & 1 == 1 ? Color.white : .black
          bytes.storeBytes(of: color.premultipliedARGB, toByteOffset: row * stride + cell * 4, as: UInt32.self)
        }
      }
    }
  }

  /// The places of the words on the sheet.
  private static let parts = (0..<16).map { UnitRect(x: 0, y: Double($0) / 16, width: 1, height: 1.0 / 16) }
}
