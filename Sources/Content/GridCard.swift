internal import DisplayTypes

/// Where things stand on the test card: distances from the centre in squares of the grid, and what pixels they are.
nonisolated struct GridCard {
  /// The side of a square in rows.
  let unit: Double
  /// Half the picture in squares.
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

  /// The grid's columns: symmetrical, and counted from the edges where whole squares fit.
  var columns: [Int] { places(half: halfWidth).map { x($0) } }
  /// The grid's rows.
  var rows: [Int] { places(half: halfHeight).map { y($0) } }

  /// The column at a distance from the centre.
  func x(_ distance: Double) -> Int {
    Int((Double(size.width) / 2 + distance * unit / pixelWidth).rounded())
  }

  /// The row at a distance from the centre.
  func y(_ distance: Double) -> Int {
    Int((Double(size.height) / 2 + distance * unit).rounded())
  }

  /// A rectangle between four distances.
  func rect(left: Double, top: Double, right: Double, bottom: Double) -> PixelRect {
    PixelRect(x: x(left), y: y(top), width: x(right) - x(left), height: y(bottom) - y(top))
  }

  /// A circle; radius and thickness in squares, the ring at least two pixels thick.
  func circle(x: Double, y: Double, radius: Double, thickness: Double) -> PatternCircle {
    PatternCircle(
      centerX: Double(size.width) / 2 + x * unit / pixelWidth, centerY: Double(size.height) / 2 + y * unit,
      radius: radius * unit, thickness: max(2 * max(1, pixelWidth), thickness * unit), pixelWidth: pixelWidth)
  }

  private func places(half: Double) -> [Double] {
    // A rounded side may lack a sliver of its last square.
    let count = Int((2 * half + 0.01).rounded(.down))
    guard count > 1 else { return [] }
    let isWhole = abs(2 * half - Double(count)) < 0.02
    return (0...count).compactMap { index in
      if isWhole && (index == 0 || index == count) { return nil }
      return Double(index) - Double(count) / 2
    }
  }
}
