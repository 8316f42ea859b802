internal import Composition
internal import DisplayTypes

/// Digits of seven segments as stencils with smooth edges at device resolution. So patterns need no fonts.
nonisolated enum SevenSegments {
  /// The digits 0 to 9, one below the other, each in a cell of the given size; nil if the sheet is too large.
  static func sheet(cell: PixelSize, pixelWidth: Double) -> Bitmap? {
    bitmap(of: lit, columns: 1, cell: cell, pixelWidth: pixelWidth)
  }

  /// Two numbers with a times sign between them in one line. Each sign has a cell of the given size.
  static func line(_ size: PixelSize, cell: PixelSize, pixelWidth: Double) -> Bitmap? {
    let signs = digits(of: size.width) + [times] + digits(of: size.height)
    return bitmap(of: signs, columns: signs.count, cell: cell, pixelWidth: pixelWidth)
  }

  /// A bitmap of rows of signs.
  private static func bitmap(of signs: [[Segment]], columns: Int, cell: PixelSize, pixelWidth: Double) -> Bitmap? {
    let size = PixelSize(width: cell.width * columns, height: cell.height * (signs.count / columns))
    return Bitmap(size: size, format: .a8) { bytes, stride in
      for (place, segments) in signs.enumerated() {
        let start = place / columns * cell.height * stride + place % columns * cell.width
        draw(segments, cell: cell, pixelWidth: pixelWidth) { x, y, coverage in
          let index = start + y * stride + x
          bytes[index] = max(bytes[index], coverage)
        }
      }
    }
  }

  /// A stroke between two points of a cell that is one wide and `height` high.
  private struct Segment {
    let from: (x: Double, y: Double)
    let to: (x: Double, y: Double)
    private let length: Double
    private let direction: (x: Double, y: Double)

    init(from: (x: Double, y: Double), to: (x: Double, y: Double)) {
      self.from = from
      self.to = to
      let (x, y) = (to.x - from.x, to.y - from.y)
      length = (x * x + y * y).squareRoot()
      direction = (x / length, y / length)
    }

    /// The distance of a point to the stroke, negative inside. The ends of a stroke are pointed, with a gap to the next stroke.
    func distance(fromX x: Double, y: Double) -> Double {
      let (fromMiddleX, fromMiddleY) = (x - (from.x + to.x) / 2, y - (from.y + to.y) / 2)
      let along = abs(fromMiddleX * direction.x + fromMiddleY * direction.y)
      let across = abs(fromMiddleX * direction.y - fromMiddleY * direction.x)
      return max(across - halfThickness, (along + across - length / 2 + 0.02) * 0.5.squareRoot())
    }
  }

  /// The height of a cell as a multiple of its width. Digits keep this shape for pixels of any shape.
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

  /// - Parameter store: receives the pixels with coverage. A pixel may come more than once; the greatest coverage counts.
  private static func draw(
    _ segments: [Segment], cell: PixelSize, pixelWidth: Double, into store: (Int, Int, UInt8) -> Void
  ) {
    // The unit of the cell in rows. The width of the cell may differ by a fraction of a pixel.
    let unit = Double(cell.height) / height
    let left = (Double(cell.width) * pixelWidth - unit) / 2
    for segment in segments {
      let reach = halfThickness + 1 / unit
      let xs = pixels(
        from: ((min(segment.from.x, segment.to.x) - reach) * unit + left) / pixelWidth,
        to: ((max(segment.from.x, segment.to.x) + reach) * unit + left) / pixelWidth, count: cell.width)
      let ys = pixels(
        from: (min(segment.from.y, segment.to.y) - reach) * unit,
        to: (max(segment.from.y, segment.to.y) + reach) * unit, count: cell.height)
      for y in ys {
        for x in xs {
          let outside = segment.distance(
            fromX: ((Double(x) + 0.5) * pixelWidth - left) / unit, y: (Double(y) + 0.5) / unit)
          let coverage = min(max(0.5 - outside * unit, 0), 1)
          if coverage > 0 { store(x, y, UInt8((coverage * 255).rounded())) }
        }
      }
    }
  }

  private static func pixels(from first: Double, to last: Double, count: Int) -> Range<Int> {
    let lower = min(max(Int(first.rounded(.down)), 0), count)
    return lower..<max(lower, min(Int(last.rounded(.up)), count))
  }
}
