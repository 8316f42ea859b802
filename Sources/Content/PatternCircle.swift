internal import Composition
internal import DisplayTypes

/// A ring that is round to the eye, whatever the pixels' shape: an ellipse in pixels, with smooth edges.
///
/// It is cut into bands of a few rows, each with a stencil for the left arc and one for the right, so that it costs the memory of
/// the line and not of the area within: at 8K the whole square would be 15 MB.
nonisolated struct PatternCircle {
  /// The centre in device pixels from the picture's corner; a half lies in the middle of a pixel.
  let centerX: Double
  let centerY: Double
  /// The radius to the ring's outer edge, and its thickness, in rows.
  let radius: Double
  let thickness: Double
  /// A pixel's width in rows.
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

  /// The columns from the centre between which the ring lies in some of `rows`, with a pixel to spare.
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
    // A pixel's extent in the direction of the ring's edge: the edge is spread over just that much.
    let extent = distance > 0 ? (abs(x) * pixelWidth + abs(y)) / distance / max(1, (abs(x) + abs(y)) / distance) : 1
    let outside = abs(distance - radius + thickness / 2) - thickness / 2
    return UInt8((min(max(0.5 - outside / extent, 0), 1) * 255).rounded())
  }
}
