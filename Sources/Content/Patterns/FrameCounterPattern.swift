internal import Composition
internal import DisplayTypes

/// The number of the frame in eight digits, changed in every refresh, above ten lamps that light in turn, one in each frame. A camera with
/// a long exposure sees as many lamps as frames were shown during the exposure. The digits need no work: each is a window on a sheet of the
/// ten digits. The digit at place p moves on every 10^p frames.
nonisolated enum FrameCounterPattern {
  static let digitCount = 8

  static func draw(on canvas: inout PatternCanvas) {
    canvas.background = Color(red: 14, green: 17, blue: 22)
    let cell = digitCell(for: canvas)
    guard let sheet = SevenSegments.sheet(cell: cell, pixelWidth: canvas.pixelWidth) else { return }
    let top = canvas.y(0.45) - cell.height / 2
    let left = (canvas.size.width - digitCount * cell.width) / 2
    drawPanel(around: PixelRect(x: left, y: top, width: digitCount * cell.width, height: cell.height), on: &canvas)
    var period: UInt64 = 1
    for place in 0..<digitCount {
      period *= 10
      let rect = PixelRect(
        x: left + (digitCount - 1 - place) * cell.width, y: top, width: cell.width, height: cell.height)
      canvas.add(
        .mask(sheet, Color(red: 255, green: 200, blue: 60)), in: rect, part: parts[0],
        animations: [LayerAnimation(property: .contentsRect(parts), clock: .frames(period: period), repeats: .forever)])
    }
    drawLamps(on: &canvas)
  }

  /// The places of the digits on the sheet.
  private static let parts = (0..<10).map { UnitRect(x: 0, y: Double($0) / 10, width: 1, height: 0.1) }

  /// The size of a digit in pixels: eight digits fit into the width, and the height is limited for wide pictures.
  private static func digitCell(for canvas: PatternCanvas) -> PixelSize {
    let width = Double(canvas.size.width) * canvas.pixelWidth * 0.86 / Double(digitCount)
    let height = min(width * 1.6, Double(canvas.size.height) * 0.5)
    return PixelSize(width: max(3, Int(height / 1.6 / canvas.pixelWidth)), height: max(5, Int(height)))
  }

  private static func drawPanel(around digits: PixelRect, on canvas: inout PatternCanvas) {
    let (x, y) = (canvas.x(0.02), canvas.y(0.03))
    let panel = PixelRect(x: digits.x - x, y: digits.y - y, width: digits.width + 2 * x, height: digits.height + 2 * y)
    canvas.fill(panel, .grey(0))
    canvas.outline(panel, .grey(70), width: canvas.line.width, height: canvas.line.height)
  }

  private static func drawLamps(on canvas: inout PatternCanvas) {
    let pitch = max(1, canvas.size.width / 14)
    let lamp = PixelSize(width: max(1, pitch * 3 / 4), height: max(1, canvas.y(0.05)))
    let (left, top) = ((canvas.size.width - 10 * pitch) / 2 + (pitch - lamp.width) / 2, canvas.y(0.86))
    for index in 0..<10 {
      canvas.fill(PixelRect(x: left + index * pitch, y: top, width: lamp.width, height: lamp.height), .grey(44))
    }
    canvas.add(
      .solid(Color(red: 120, green: 230, blue: 140)),
      in: PixelRect(x: left, y: top, width: lamp.width, height: lamp.height),
      animations: [
        LayerAnimation(
          property: .offset([canvas.offset(pixels: 0), canvas.offset(pixels: 10 * pitch)]),
          clock: .frames(period: 10), repeats: .forever)
      ])
  }
}

/// A bar of full height that moves by the same whole number of device pixels in every refresh, for ever. It crosses the picture in about
/// four seconds at 60 Hz. A late frame shows as a jerk, a torn one as a step in the bar's edge.
nonisolated enum MovingBarPattern {
  static func draw(on canvas: inout PatternCanvas) {
    let size = canvas.size
    let step = step(for: size)
    canvas.background = .grey(20)
    drawScale(step: step, on: &canvas)
    let bar = PixelRect(x: 0, y: 0, width: max(2, size.width / 32), height: size.height)
    // A second bar follows one period behind and enters on the left while the first one leaves on the right. It is last in the tree,
    // because it is mostly out of sight: its changes then damage nothing else.
    let frames = (size.width + step - 1) / step
    let period = frames * step
    let animation = LayerAnimation(
      property: .offset([canvas.offset(pixels: 0), canvas.offset(pixels: period)]),
      clock: .frames(period: UInt64(max(1, frames))), repeats: .forever)
    canvas.add(.solid(.white), in: bar, animations: [animation])
    var follower = bar
    follower.x = -period
    canvas.add(.solid(.white), in: follower, animations: [animation])
  }

  /// Device pixels for each refresh.
  static func step(for size: PixelSize) -> Int { max(1, (size.width + 120) / 240) }

  /// Marks the bar's left edge in every tenth frame, with a longer mark in every sixtieth.
  private static func drawScale(step: Int, on canvas: inout PatternCanvas) {
    let size = canvas.size
    let base = canvas.y(0.5)
    canvas.fill(PixelRect(x: 0, y: base, width: size.width, height: canvas.line.height), .grey(56))
    for (number, x) in stride(from: 0, to: size.width, by: step * 10).enumerated() {
      let isLong = number % 6 == 0
      let reach = canvas.y(isLong ? 0.06 : 0.02)
      canvas.fill(
        PixelRect(x: x, y: base - reach, width: canvas.line.width, height: 2 * reach + canvas.line.height),
        .grey(isLong ? 96 : 56))
    }
  }
}
