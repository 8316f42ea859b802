package import Composition
package import ContentModel
package import DisplayTypes

/// Lays the test patterns out, to the pixel, for any mode, transform, scale, pixel shape and overscan.
nonisolated package enum PatternLayout {
  /// The layers of a pattern, with few bitmaps; an empty tree for a geometry without pixels.
  package static func tree(_ name: PatternName, for geometry: OutputGeometry) -> LayerTree {
    var canvas = PatternCanvas(geometry: geometry)
    guard !canvas.size.isEmpty else { return LayerTree() }
    switch name {
    case .bars: BarsPattern.draw(on: &canvas)
    case .grid: GridPattern.draw(on: &canvas)
    case .ramps: RampsPattern.draw(on: &canvas)
    case .movingBar: MovingBarPattern.draw(on: &canvas)
    case .frameCounter: FrameCounterPattern.draw(on: &canvas)
    case .coded: CodedPattern.draw(on: &canvas)
    }
    return LayerTree(background: canvas.background, layers: canvas.layers)
  }
}

extension PatternName: DrawnContent {
  func drawing(on geometry: OutputGeometry, with sources: ContentSources) -> ContentDrawing {
    .layers(PatternLayout.tree(self, for: geometry))
  }
}

/// Collects the layers of a pattern. All their places are whole device pixels of the upright picture.
nonisolated struct PatternCanvas {
  /// The upright picture in device pixels.
  let size: PixelSize
  /// The mode's pixels in scanout order.
  let mode: PixelSize
  /// Device pixels for each point.
  let pixelsPerPoint: (horizontal: Double, vertical: Double)
  var background = Color.black
  private(set) var layers: [Layer] = []

  init(geometry: OutputGeometry) {
    size = geometry.uprightPixels
    mode = geometry.mode
    pixelsPerPoint = geometry.pixelsPerPoint
  }

  /// The width of a pixel as a multiple of its height, which makes circles round.
  var pixelWidth: Double { pixelsPerPoint.vertical / pixelsPerPoint.horizontal }

  /// The thickness of a line of one point: columns for a vertical line, rows for a horizontal one.
  var line: PixelSize {
    PixelSize(
      width: max(1, Int(pixelsPerPoint.horizontal.rounded())), height: max(1, Int(pixelsPerPoint.vertical.rounded())))
  }

  /// The column at a share of the width.
  func x(_ share: Double) -> Int { Int((Double(size.width) * share).rounded()) }
  /// The row at a share of the height.
  func y(_ share: Double) -> Int { Int((Double(size.height) * share).rounded()) }

  mutating func fill(_ rect: PixelRect, _ color: Color) { add(.solid(color), in: rect) }

  /// Draws the outline of a rectangle, inside it.
  mutating func outline(_ rect: PixelRect, _ color: Color, width: Int, height: Int) {
    guard rect.width > 2 * width, rect.height > 2 * height else { return fill(rect, color) }
    fill(PixelRect(x: rect.x, y: rect.y, width: rect.width, height: height), color)
    fill(PixelRect(x: rect.x, y: rect.maxY - height, width: rect.width, height: height), color)
    let inner = rect.height - 2 * height
    fill(PixelRect(x: rect.x, y: rect.y + height, width: width, height: inner), color)
    fill(PixelRect(x: rect.maxX - width, y: rect.y + height, width: width, height: inner), color)
  }

  /// A rectangle whose colour depends on the column only.
  mutating func columns(_ rect: PixelRect, color: (Int) -> Color) {
    guard rect.width > 0 else { return }
    let bitmap = Bitmap(size: PixelSize(width: rect.width, height: 1), format: .argb32, isOpaque: true) { bytes, _ in
      for column in 0..<rect.width {
        bytes.storeBytes(of: color(column).premultipliedARGB, toByteOffset: column * 4, as: UInt32.self)
      }
    }
    if let bitmap { add(.bitmap(bitmap), in: rect) }
  }

  /// Draws a stencil without scaling, with its top left corner at (x, y).
  mutating func stencil(_ coverage: Bitmap, x: Int, y: Int, _ color: Color) {
    add(.mask(coverage, color), in: PixelRect(x: x, y: y, width: coverage.size.width, height: coverage.size.height))
  }

  mutating func add(
    _ contents: LayerContents, in rect: PixelRect, part: UnitRect = .whole, animations: [LayerAnimation] = []
  ) {
    guard !rect.isEmpty else { return }
    layers.append(
      Layer(
        id: LayerID(rawValue: UInt32(truncatingIfNeeded: layers.count + 1)), frame: PointRect(rect, pixelsPerPoint),
        contents: contents, contentsRect: part, sampling: .sharp, animations: animations))
  }

  /// An offset of whole pixels to the right, in points.
  func offset(pixels: Int) -> PointOffset { PointOffset(x: Double(pixels) / pixelsPerPoint.horizontal, y: 0) }
}

nonisolated extension Color {
  static func grey(_ level: UInt8) -> Color { Color(red: level, green: level, blue: level) }
}

/// A ring that looks round on the panel whatever the shape of its pixels: an ellipse in pixels, with smooth edges. It consists of bands of
/// a few rows, with a stencil for the left arc and one for the right. Their memory grows with the line and not with the area inside: at 8K
/// the whole square would take 15 MB.
nonisolated struct PatternCircle {
  /// The centre in device pixels from the picture's corner. A value with a half is the middle of a pixel.
  let centerX: Double
  let centerY: Double
  /// The radius to the outer edge of the ring, in rows.
  let radius: Double
  let thickness: Double
  /// In rows.
  let pixelWidth: Double

  private static let bandHeight = 32

  func draw(on canvas: inout PatternCanvas, _ color: Color) {
    let first = Int((centerY - radius).rounded(.down)) - 1
    let last = Int((centerY + radius).rounded(.up)) + 1
    for top in stride(from: first, to: last, by: PatternCircle.bandHeight) {
      let rows = top..<min(top + PatternCircle.bandHeight, last)
      let (inner, outer) = reach(of: rows)
      if inner < 2 {
        drawArc(from: centerX - outer, to: centerX + outer, rows: rows, on: &canvas, color)
      } else {
        drawArc(from: centerX - outer, to: centerX - inner, rows: rows, on: &canvas, color)
        drawArc(from: centerX + inner, to: centerX + outer, rows: rows, on: &canvas, color)
      }
    }
  }

  /// The columns from the centre between which the ring lies in any of `rows`, with one pixel to spare.
  private func reach(of rows: Range<Int>) -> (inner: Double, outer: Double) {
    var inner = Double.infinity
    var outer = 0.0
    for row in rows {
      let distance = abs(Double(row) + 0.5 - centerY)
      let near = max(0, distance - 0.5)
      let far = distance + 0.5
      outer = max(outer, max(0, radius * radius - near * near).squareRoot())
      let hole = radius - thickness
      inner = min(inner, max(0, hole * hole - far * far).squareRoot())
    }
    return (max(0, inner / pixelWidth - 2), outer / pixelWidth + 2)
  }

  private func drawArc(
    from left: Double, to right: Double, rows: Range<Int>, on canvas: inout PatternCanvas, _ color: Color
  ) {
    let first = Int(left.rounded(.down))
    let width = Int(right.rounded(.up)) - first
    let bitmap = Bitmap(size: PixelSize(width: width, height: rows.count), format: .a8) { bytes, stride in
      for row in 0..<rows.count {
        for column in 0..<width {
          bytes[row * stride + column] = coverage(column: first + column, row: rows.lowerBound + row)
        }
      }
    }
    if let bitmap { canvas.stencil(bitmap, x: first, y: rows.lowerBound, color) }
  }

  private func coverage(column: Int, row: Int) -> UInt8 {
    let x = (Double(column) + 0.5 - centerX) * pixelWidth
    let y = Double(row) + 0.5 - centerY
    let distance = (x * x + y * y).squareRoot()
    // The edge is spread over a pixel's extent in the edge's direction.
    let extent = distance > 0 ? (abs(x) * pixelWidth + abs(y)) / distance / max(1, (abs(x) + abs(y)) / distance) : 1
    let outside = abs(distance - radius + thickness / 2) - thickness / 2
    return UInt8((min(max(0.5 - outside / extent, 0), 1) * 255).rounded())
  }
}
