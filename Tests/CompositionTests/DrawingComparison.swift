import Composition
import DisplayTypes
import TestKit
import Testing

/// Draws a frame and compares every pixel with the reference.
enum DrawingComparison {
  /// The largest difference of a channel, in 255ths; nil if a pixel outside the damage was written or one inside was not.
  static func worstDifference(of frame: ResolvedFrame, damage: [PixelRect]? = nil) throws -> Double? {

    let surface = TestSurface(frame.size)
    let renderer = PixmanRenderer()
    let rects = damage ?? [PixelRect(size: frame.size)]
    for rect in rects { renderer.draw(frame, damage: DamageRegion(rect), into: try surface.target()) }
    guard surface.isMarginUntouched else { return nil }
    let painter = ReferencePainter(frame)
    var worst = 0.0
    for y in 0..<frame.size.height {
      for x in 0..<frame.size.width {
        let isDamaged = rects.contains { $0.contains(PixelRect(x: x, y: y, width: 1, height: 1)) }
        guard isDamaged == (surface[x, y] != nil) else { return nil }
        guard let word = surface[x, y] else { continue }
        let drawn = SIMD3(Double(word >> 16), Double(word >> 8 & 255), Double(word & 255))
        let difference = drawn - painter.color(x: x, y: y)
        worst = max(worst, abs(difference.x), abs(difference.y), abs(difference.z))
      }
    }
    return worst
  }

  /// A picture of random pixels; premultiplied, as it has to be.
  static func noise(_ size: PixelSize, _ format: Bitmap.Format = .argb32, isOpaque: Bool = false, seed: UInt64 = 1)
    throws
    -> Bitmap
  {
    var generator = SeededGenerator(seed: seed)
    return try #require(
      Bitmap(size: size, format: format, isOpaque: isOpaque) { bytes, stride in
        for y in 0..<size.height {
          for x in 0..<size.width {
            let random = generator.next()
            let alpha = isOpaque ? 255 : UInt32(truncatingIfNeeded: random >> 32) & 255
            switch format {
            case .a8: bytes[y * stride + x] = UInt8(truncatingIfNeeded: alpha)
            case .argb32:
              let channels = (0..<3).map { channel in
                ((UInt32(truncatingIfNeeded: random >> (channel * 8)) & 255) * alpha / 255) << (channel * 8)
              }
              bytes.storeBytes(
                of: alpha << 24 | channels.reduce(0, |), toByteOffset: y * stride + x * 4, as: UInt32.self)
            }
          }
        }
      })
  }
}
