internal import Composition
internal import DisplayTypes

/// The pointer's dot and the spotlight's corners, drawn once for a size.
final class TalkShapes {
  private var lastDot: Bitmap?
  private var lastCorners: Bitmap?

  /// A red dot with a white rim.
  func dot(_ size: PixelSize) -> Bitmap? {
    if let lastDot, lastDot.size == size { return lastDot }
    lastDot = Bitmap(size: size, format: .argb32) { bytes, stride in
      Self.eachPixel(of: size) { column, row, distance in
        let whole = Self.coverage(distance, edge: 1, size)
        let red = Self.coverage(distance, edge: 0.78, size)
        // The rim is white, and the red lies over it.
        let others = (whole * (1 - red) * 255).rounded()
        let color = Color(
          red: UInt8(max(others, (whole * (230 * red + 255 * (1 - red))).rounded())),
          green: UInt8(max(others, (whole * (57 * red + 255 * (1 - red))).rounded())),
          blue: UInt8(max(others, (whole * (53 * red + 255 * (1 - red))).rounded())))
        let alpha = UInt32((whole * 255).rounded())
        let word = alpha << 24 | UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
        bytes.storeBytes(of: word, toByteOffset: row * stride + column * 4, as: UInt32.self)
      }
    }
    return lastDot
  }

  /// What of a square is outside its circle.
  func corners(_ size: PixelSize) -> Bitmap? {
    if let lastCorners, lastCorners.size == size { return lastCorners }
    lastCorners = Bitmap(size: size, format: .a8) { bytes, stride in
      Self.eachPixel(of: size) { column, row, distance in
        bytes[row * stride + column] = UInt8(((1 - Self.coverage(distance, edge: 1, size)) * 255).rounded())
      }
    }
    return lastCorners
  }

  /// Calls with each pixel, and how far it is from the middle, in shares of the way to an edge.
  private static func eachPixel(of size: PixelSize, _ body: (Int, Int, Double) -> Void) {
    let (width, height) = (Double(size.width), Double(size.height))
    for row in 0..<size.height {
      for column in 0..<size.width {
        let x = (Double(column) + 0.5) / width * 2 - 1
        let y = (Double(row) + 0.5) / height * 2 - 1
        body(column, row, (x * x + y * y).squareRoot())
      }
    }
  }

  /// How much of a pixel is within a circle, whose edge is soft by one pixel.
  private static func coverage(_ distance: Double, edge: Double, _ size: PixelSize) -> Double {
    let pixel = 2 / Double(max(1, min(size.width, size.height)))
    return min(max((edge - distance) / pixel, 0), 1)
  }
}
