internal import Composition
internal import DisplayTypes

/// Digits of seven segments as stencils, drawn with smooth edges at device resolution: patterns need no fonts.
nonisolated enum SevenSegments {
  /// The digits 0 to 9, one below the other, each in a cell of that many pixels.
  ///
  /// Nil where the sheet is too large.
  static func sheet(cell: PixelSize, pixelWidth: Double) -> Bitmap? {
    Bitmap(size: PixelSize(width: cell.width, height: cell.height * 10), format: .a8) { bytes, stride in
      for digit in 0..<10 {
        draw(lit[digit], cell: cell, pixelWidth: pixelWidth) { x, y, coverage in
          bytes[(digit * cell.height + y) * stride + x] = coverage
        }
      }
    }
  }

  /// Two numbers with a times sign between, one line, each sign in a cell of that many pixels.
  static func line(_ size: PixelSize, cell: PixelSize, pixelWidth: Double) -> Bitmap? {
    let signs = digits(of: size.width) + [times] + digits(of: size.height)
    return Bitmap(size: PixelSize(width: cell.width * signs.count, height: cell.height), format: .a8) { bytes, stride in
      for (place, segments) in signs.enumerated() {
        draw(segments, cell: cell, pixelWidth: pixelWidth) { x, y, coverage in
          bytes[y * stride + place * cell.width + x] = coverage
        }
      }
    }
  }

  /// How many signs `line` draws.
  static func count(_ size: PixelSize) -> Int { digits(of: size.width).count + 1 + digits(of: size.height).count }

  /// A stroke between two points of a cell that is one wide and `height` high.
  private struct Segment {
    let from: (x: Double, y: Double)
    let to: (x: Double, y: Double)
  }

  /// The cell's height; digits keep this shape, whatever the pixels' is.
  private static let height = 1.6
  private static let halfThickness = 0.075

  private static let top = Segment(from: (0.18, 0.14), to: (0.82, 0.14))
  private static let upperRight = Segment(from: (0.82, 0.14), to: (0.82, 0.8))
  private static let lowerRight = Segment(from: (0.82, 0.8), to: (0.82, 1.46))
  private static let bottom = Segment(from: (0.18, 1.46), to: (0.82, 1.46))
  private static let lowerLeft = Segment(from: (0.18, 0.8), to: (0.18, 1.46))
  private static let upperLeft = Segment(from: (0.18, 0.14), to: (0.18, 0.8))
  private static let middle = Segment(from: (0.18, 0.8), to: (0.82, 0.8))

  private static let times = [
    Segment(from: (0.25, 0.75), to: (0.75, 1.25)), Segment(from: (0.25, 1.25), to: (0.75, 0.75)),
  ]

  private static let lit: [[Segment]] = [
    [top, upperRight, lowerRight, bottom, lowerLeft, upperLeft], [upperRight, lowerRight],
    [top, upperRight, middle, lowerLeft, bottom], [top, upperRight, middle, lowerRight, bottom],
    [upperLeft, middle, upperRight, lowerRight], [top, upperLeft, middle, lowerRight, bottom],
    [top, upperLeft, middle, lowerLeft, lowerRight, bottom], [top, upperRight, lowerRight],
    [top, upperRight, lowerRight, bottom, lowerLeft, upperLeft, middle],
    [top, upperRight, lowerRight, bottom, upperLeft, middle],
  ]

  private static func digits(of number: Int) -> [[Segment]] {
    String(max(0, number)).utf8.compactMap { unit in
      let digit = Int(unit) - Int(UInt8(ascii: "0"))
      return lit.indices.contains(digit) ? lit[digit] : nil
    }
  }

  private static func draw(
    _ segments: [Segment], cell: PixelSize, pixelWidth: Double, into store: (Int, Int, UInt8) -> Void
  ) {
    // One unit of the cell in rows; the cell's own width may be off by a fraction of a pixel.
    let unit = Double(cell.height) / height
    let left = (Double(cell.width) * pixelWidth - unit) / 2
    for y in 0..<cell.height {
      for x in 0..<cell.width {
        let pointX = ((Double(x) + 0.5) * pixelWidth - left) / unit
        let pointY = (Double(y) + 0.5) / unit
        var nearest = Double.infinity
        for segment in segments { nearest = min(nearest, distance(fromX: pointX, y: pointY, to: segment)) }
        let coverage = min(max(0.5 - nearest * unit, 0), 1)
        if coverage > 0 { store(x, y, UInt8((coverage * 255).rounded())) }
      }
    }
  }

  /// How far a point lies outside a segment, which has pointed ends and a gap to its neighbours; negative inside.
  private static func distance(fromX x: Double, y: Double, to segment: Segment) -> Double {
    let (alongX, alongY) = (segment.to.x - segment.from.x, segment.to.y - segment.from.y)
    let length = (alongX * alongX + alongY * alongY).squareRoot()
    let (fromMiddleX, fromMiddleY) = (
      x - (segment.from.x + segment.to.x) / 2, y - (segment.from.y + segment.to.y) / 2
    )
    let along = abs(fromMiddleX * alongX + fromMiddleY * alongY) / length
    let across = abs(fromMiddleX * alongY - fromMiddleY * alongX) / length
    let gap = 0.02
    return max(across - halfThickness, (along + across - length / 2 + gap) * 0.5.squareRoot())
  }
}
