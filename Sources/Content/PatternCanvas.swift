internal import Composition
internal import DisplayTypes

/// Collects the layers of a pattern.
///
/// All places are whole device pixels of the upright picture, so nothing is rounded later.
nonisolated struct PatternCanvas {
  /// The upright picture in device pixels.
  let size: PixelSize
  /// The mode's pixels, as they are scanned out.
  let mode: PixelSize
  /// Device pixels a point.
  let pixelsPerPoint: (horizontal: Double, vertical: Double)
  var background = Color.black
  private(set) var layers: [Layer] = []

  init(geometry: OutputGeometry) {
    size = geometry.uprightPixels
    mode = geometry.mode
    pixelsPerPoint = geometry.pixelsPerPoint
  }

  /// A pixel's width, with its height as the unit: what makes a circle round.
  var pixelWidth: Double { pixelsPerPoint.vertical / pixelsPerPoint.horizontal }

  /// How thick a line of one point is: columns of an upright one, rows of a level one.
  var line: PixelSize {
    PixelSize(
      width: max(1, Int(pixelsPerPoint.horizontal.rounded())), height: max(1, Int(pixelsPerPoint.vertical.rounded())))
  }

  /// The column or row at a share of the width or height.
  func x(_ share: Double) -> Int { Int((Double(size.width) * share).rounded()) }
  /// The row at a share of the height.
  func y(_ share: Double) -> Int { Int((Double(size.height) * share).rounded()) }

  /// Fills a rectangle.
  mutating func fill(_ rect: PixelRect, _ color: Color) {
    add(.solid(color), in: rect)
  }

  /// Draws the outline of a rectangle within it.
  mutating func outline(_ rect: PixelRect, _ color: Color, width: Int, height: Int) {
    guard rect.width > 2 * width, rect.height > 2 * height else { return fill(rect, color) }
    fill(PixelRect(x: rect.x, y: rect.y, width: rect.width, height: height), color)
    fill(PixelRect(x: rect.x, y: rect.maxY - height, width: rect.width, height: height), color)
    let inner = rect.height - 2 * height
    fill(PixelRect(x: rect.x, y: rect.y + height, width: width, height: inner), color)
    fill(PixelRect(x: rect.maxX - width, y: rect.y + height, width: width, height: inner), color)
  }

  /// Draws a rectangle whose colour depends on the column only.
  mutating func columns(_ rect: PixelRect, color: (Int) -> Color) {
    guard rect.width > 0 else { return }
    let bitmap = Bitmap(size: PixelSize(width: rect.width, height: 1), format: .argb32, isOpaque: true) { bytes, _ in
      for column in 0..<rect.width {
        bytes.storeBytes(of: color(column).premultipliedARGB, toByteOffset: column * 4, as: UInt32.self)
      }
    }
    if let bitmap { add(.bitmap(bitmap), in: rect) }
  }

  /// Draws a stencil, one to one, with its top left corner at (x, y).
  mutating func stencil(_ coverage: Bitmap, x: Int, y: Int, _ color: Color) {
    add(.mask(coverage, color), in: PixelRect(x: x, y: y, width: coverage.size.width, height: coverage.size.height))
  }

  /// Adds a layer.
  mutating func add(
    _ contents: LayerContents, in rect: PixelRect, part: UnitRect = .whole, animations: [LayerAnimation] = []
  ) {
    guard !rect.isEmpty else { return }
    let id = LayerID(rawValue: UInt32(truncatingIfNeeded: layers.count + 1))
    layers.append(
      Layer(
        id: id, frame: points(of: rect), contents: contents, contentsRect: part, sampling: .sharp,
        animations: animations))
  }

  /// A way of whole pixels to the right, in points.
  func offset(pixels: Int) -> PointOffset {
    PointOffset(x: Double(pixels) / pixelsPerPoint.horizontal, y: 0)
  }

  private func points(of rect: PixelRect) -> PointRect {
    let (horizontal, vertical) = pixelsPerPoint
    return PointRect(
      x: Double(rect.x) / horizontal, y: Double(rect.y) / vertical, width: Double(rect.width) / horizontal,
      height: Double(rect.height) / vertical)
  }
}

nonisolated extension Color {
  /// A grey.
  static func grey(_ level: UInt8) -> Color { Color(red: level, green: level, blue: level) }
}
