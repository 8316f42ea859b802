internal import Composition
internal import DisplayTypes

/// A test card: square grid, safe areas, circles, colour and grey steps, line pairs, the mode's size, and a border of one pixel. The unit
/// is a ninth of the shorter side, so that 16:9 has 16 by 9 squares and 4:3 has 12 by 9. Safe areas are those of SMPTE ST 2046-1: 93 % for
/// action, 90 % for titles.
nonisolated enum GridPattern {
  static func draw(on canvas: inout PatternCanvas) {
    let card = GridCard(canvas: canvas)
    canvas.background = .grey(46)
    drawGrid(card, on: &canvas)
    drawSafeArea(share: 0.93, Color(red: 90, green: 200, blue: 120), on: &canvas)
    drawSafeArea(share: 0.90, Color(red: 235, green: 180, blue: 60), on: &canvas)
    drawCircles(card, on: &canvas)
    drawCenter(card, on: &canvas)
    canvas.outline(PixelRect(size: canvas.size), .white, width: 1, height: 1)
  }

  private static func drawGrid(_ card: GridCard, on canvas: inout PatternCanvas) {
    let (size, line) = (canvas.size, canvas.line)
    for x in card.columns {
      canvas.fill(PixelRect(x: x - line.width / 2, y: 0, width: line.width, height: size.height), .grey(120))
    }
    for y in card.rows {
      canvas.fill(PixelRect(x: 0, y: y - line.height / 2, width: size.width, height: line.height), .grey(120))
    }
  }

  private static func drawSafeArea(share: Double, _ color: Color, on canvas: inout PatternCanvas) {
    let x = canvas.x((1 - share) / 2)
    let y = canvas.y((1 - share) / 2)
    canvas.outline(
      PixelRect(x: x, y: y, width: canvas.size.width - 2 * x, height: canvas.size.height - 2 * y), color,
      width: canvas.line.width, height: canvas.line.height)
  }

  private static func drawCircles(_ card: GridCard, on canvas: inout PatternCanvas) {
    card.circle(x: 0, y: 0, radius: 4, thickness: 0.045).draw(on: &canvas, .white)
    // The place lies within the title area and, from 4:3 on, outside the large circle.
    let (x, y) = (card.halfWidth * 0.9 - 1.1, card.halfHeight * 0.9 - 1.1)
    for (signX, signY) in [(-1.0, -1.0), (1, -1), (-1, 1), (1, 1)] {
      card.circle(x: x * signX, y: y * signY, radius: 1, thickness: 0.03).draw(on: &canvas, .grey(190))
    }
  }

  private static func drawCenter(_ card: GridCard, on canvas: inout PatternCanvas) {
    let frame = card.rect(left: -3, top: -2, right: 3, bottom: 2)
    canvas.fill(frame, .black)
    drawFields(card, top: -2, bottom: -1, colors: bars, on: &canvas)
    for (place, width) in [1, 2, 3, 4, 6, 8].enumerated() {
      let field = card.rect(left: Double(place) - 3, top: -1, right: Double(place) - 2, bottom: 0)
      canvas.columns(field) { $0 / width % 2 == 0 ? .white : .black }
    }
    drawFields(card, top: 0, bottom: 1, colors: greys, on: &canvas)
    drawSize(card, on: &canvas)
    canvas.outline(frame, .grey(190), width: canvas.line.width, height: canvas.line.height)
  }

  private static func drawFields(
    _ card: GridCard, top: Double, bottom: Double, colors: [Color], on canvas: inout PatternCanvas
  ) {
    for (place, color) in colors.enumerated() {
      let width = 6 / Double(colors.count)
      let left = Double(place) * width - 3
      canvas.fill(card.rect(left: left, top: top, right: left + width, bottom: bottom), color)
    }
  }

  private static func drawSize(_ card: GridCard, on canvas: inout PatternCanvas) {
    let height = card.unit * 0.56
    let cell = PixelSize(width: Int(height / 1.6 / canvas.pixelWidth), height: Int(height))
    guard cell.width > 2, cell.height > 4,
      let text = SevenSegments.line(canvas.mode, cell: cell, pixelWidth: canvas.pixelWidth)
    else { return }
    let field = card.rect(left: -3, top: 1, right: 3, bottom: 2)
    canvas.stencil(
      text, x: field.x + (field.width - text.size.width) / 2, y: field.y + (field.height - text.size.height) / 2,
      .grey(235))
  }

  private static let bars = [
    Color.white, Color(red: 255, green: 255, blue: 0), Color(red: 0, green: 255, blue: 255),
    Color(red: 0, green: 255, blue: 0), Color(red: 255, green: 0, blue: 255), Color(red: 255, green: 0, blue: 0),
    Color(red: 0, green: 0, blue: 255), Color.black,
  ]

  /// Eleven greys in steps of a tenth.
  private static let greys = (0...10).map { Color.grey(UInt8(($0 * 255 + 5) / 10)) }
}

/// Places on the test card: distances from the centre in squares of the grid, and their pixels.
nonisolated struct GridCard {
  /// In rows.
  let unit: Double
  /// In squares.
  let halfWidth: Double
  let halfHeight: Double
  private let size: PixelSize
  private let pixelWidth: Double

  init(canvas: PatternCanvas) {
    let width = Double(canvas.size.width) * canvas.pixelWidth
    let height = Double(canvas.size.height)
    unit = min(width, height) / 9
    halfWidth = width / unit / 2
    halfHeight = height / unit / 2
    size = canvas.size
    pixelWidth = canvas.pixelWidth
  }

  /// Symmetrical columns, counted from the edges if whole squares fit.
  var columns: [Int] { places(half: halfWidth).map { x($0) } }
  var rows: [Int] { places(half: halfHeight).map { y($0) } }

  func x(_ distance: Double) -> Int { Int((Double(size.width) / 2 + distance * unit / pixelWidth).rounded()) }

  func y(_ distance: Double) -> Int { Int((Double(size.height) / 2 + distance * unit).rounded()) }

  func rect(left: Double, top: Double, right: Double, bottom: Double) -> PixelRect {
    PixelRect(x: x(left), y: y(top), width: x(right) - x(left), height: y(bottom) - y(top))
  }

  /// Radius and thickness in squares; the ring has at least two pixels.
  func circle(x: Double, y: Double, radius: Double, thickness: Double) -> PatternCircle {
    PatternCircle(
      centerX: Double(size.width) / 2 + x * unit / pixelWidth, centerY: Double(size.height) / 2 + y * unit,
      radius: radius * unit, thickness: max(2 * max(1, pixelWidth), thickness * unit), pixelWidth: pixelWidth)
  }

  private func places(half: Double) -> [Double] {
    // Rounding may cost a side a sliver of its last square.
    let count = Int((2 * half + 0.01).rounded(.down))
    guard count > 1 else { return [] }
    let isWhole = abs(2 * half - Double(count)) < 0.02
    return (0...count).compactMap { index in
      if isWhole && (index == 0 || index == count) { return nil }
      return Double(index) - Double(count) / 2
    }
  }
}
