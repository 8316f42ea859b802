package import DisplayTypes

/// The arrow of a pointer for one screen, turned like the screen's content. The tip is at the upright upper left.
package struct PointerImage: Equatable, Sendable {
  /// The number of pixels of each side; cursor planes have at least 64.
  package static let longestSide = 56
  package let bitmap: Bitmap
  /// The pixel of the bitmap to which the tip points.
  private let tipX: Int
  private let tipY: Int

  /// The corners of the arrow, as fractions of its height.
  private static let corners: [(x: Double, y: Double)] = [
    (0, 0), (0, 0.84), (0.2, 0.66), (0.34, 0.98), (0.48, 0.92), (0.34, 0.61), (0.6, 0.61),
  ]
  /// The width of the white edge, as a fraction of the height.
  private static let edge = 0.055
  /// The number of samples of a pixel in each direction.
  private static let samples = 4

  package init?(screen: PixelSize, transform: Transform) {
    let side = min(max(min(screen.width, screen.height) / 36, 16), Self.longestSide)
    let corners = Self.corners.map { transform.map(x: $0.x, y: $0.y) }
    let bitmap = unsafe Bitmap(size: PixelSize(width: side, height: side), format: .argb32) { memory, stride in
      for y in 0..<side {
        for x in 0..<side {
          let pixel = Self.pixel(x, y, side, corners)
          unsafe memory.storeBytes(of: pixel, toByteOffset: y * stride + x * 4, as: UInt32.self)
        }
      }
    }
    guard let bitmap else { return nil }
    self.bitmap = bitmap
    let tip = transform.map(x: 0, y: 0)
    (tipX, tipY) = (Int(tip.x) * (side - 1), Int(tip.y) * (side - 1))
  }

  package static func == (left: PointerImage, right: PointerImage) -> Bool { left.bitmap === right.bitmap }

  /// The place of the bitmap if the tip is at a pixel of the screen.
  package func destination(tipX x: Int, tipY y: Int) -> PixelRect {
    PixelRect(x: x - tipX, y: y - tipY, width: bitmap.size.width, height: bitmap.size.height)
  }

  /// A layer above all others.
  package func layer(in destination: PixelRect, clip: PixelRect) -> ResolvedLayer {
    ResolvedLayer(
      contents: .bitmap(bitmap), destination: destination, clip: clip, contentsRect: .whole, sampling: .sharp,
      opacity: 255)
  }

  private static func pixel(_ x: Int, _ y: Int, _ side: Int, _ corners: [(x: Double, y: Double)]) -> UInt32 {
    var (covered, white) = (0, 0)
    for row in 0..<samples {
      for column in 0..<samples {
        let step = Double(side * samples)
        let point = (x: (Double(x * samples + column) + 0.5) / step, y: (Double(y * samples + row) + 0.5) / step)
        let (isInside, distance) = place(of: point, in: corners)
        guard isInside else { continue }
        covered += 1
        if distance < edge { white += 1 }
      }
    }
    let all = samples * samples
    let (alpha, grey) = (UInt32(covered * 255 / all), UInt32(white * 255 / all))
    return alpha << 24 | grey << 16 | grey << 8 | grey
  }

  /// Whether a point is in the arrow, and its distance from the nearest side.
  private static func place(
    of point: (x: Double, y: Double), in corners: [(x: Double, y: Double)]
  ) -> (isInside: Bool, distance: Double) {
    var isInside = false
    var nearest = Double.infinity
    guard var from = corners.last else { return (false, nearest) }
    for to in corners {
      if (from.y > point.y) != (to.y > point.y),
        point.x < from.x + (point.y - from.y) / (to.y - from.y) * (to.x - from.x)
      {
        isInside.toggle()
      }
      let (dx, dy) = (to.x - from.x, to.y - from.y)
      let share = min(max(((point.x - from.x) * dx + (point.y - from.y) * dy) / (dx * dx + dy * dy), 0), 1)
      let (offX, offY) = (point.x - from.x - share * dx, point.y - from.y - share * dy)
      nearest = min(nearest, (offX * offX + offY * offY).squareRoot())
      from = to
    }
    return (isInside, nearest)
  }
}
