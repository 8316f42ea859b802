import Composition
import DisplayTypes

/// Draws a pixel of a frame in the most obvious way, in floating-point numbers, to compare the renderer with.
struct ReferencePainter {
  let frame: ResolvedFrame
  private let inverse: Transform

  init(_ frame: ResolvedFrame) {
    self.frame = frame
    inverse =
      Transform.allCases.first { candidate in
        [(0.1, 0.3), (0.7, 0.2)].allSatisfy { point in
          let there = frame.transform.map(x: point.0, y: point.1)
          let back = candidate.map(x: there.x, y: there.y)
          return abs(back.x - point.0) < 1e-9 && abs(back.y - point.1) < 1e-9
        }
      } ?? .normal
  }

  /// Red, green and blue of a pixel, each from 0 to 255 and not rounded.
  func color(x: Int, y: Int) -> SIMD3<Double> {
    let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
    var color = SIMD3<Double>(repeating: 0)
    if frame.pictureArea.contains(pixel) { color = over(color, straight(frame.background), 1) }
    for layer in frame.layers where layer.bounds.contains(pixel) {
      let opacity = Double(layer.opacity) / 255
      switch layer.contents {
      case .none, .surface, .frame: break
      case .solid(let solid): color = over(color, straight(solid), opacity)
      case .bitmap(let bitmap):
        var source = sample(bitmap, layer, x: x, y: y)
        if bitmap.isOpaque { source.w = 255 }
        color = over(color, source, opacity)
      case .mask(let bitmap, let solid):
        color = over(color, straight(solid), opacity * sample(bitmap, layer, x: x, y: y).w / 255)
      }
    }
    return color
  }

  /// Premultiplied, 0 to 255.
  private func straight(_ color: Color) -> SIMD4<Double> {
    let alpha = Double(color.alpha) / 255
    return SIMD4(
      Double(color.red) * alpha, Double(color.green) * alpha, Double(color.blue) * alpha, Double(color.alpha))
  }

  private func over(_ below: SIMD3<Double>, _ source: SIMD4<Double>, _ opacity: Double) -> SIMD3<Double> {
    SIMD3(source.x, source.y, source.z) * opacity + below * (1 - source.w * opacity / 255)
  }

  private func sample(_ bitmap: Bitmap, _ layer: ResolvedLayer, x: Int, y: Int) -> SIMD4<Double> {
    let place = inverse.map(
      x: (Double(x - layer.destination.x) + 0.5) / Double(layer.destination.width),
      y: (Double(y - layer.destination.y) + 0.5) / Double(layer.destination.height))
    let part = layer.contentsRect
    let column = (part.x + place.x * part.width) * Double(bitmap.size.width)
    let row = (part.y + place.y * part.height) * Double(bitmap.size.height)
    switch layer.sampling {
    case .sharp: return pixel(bitmap, Int((column + 1e-6).rounded(.down)), Int((row + 1e-6).rounded(.down)))
    case .smooth:
      let (left, top) = ((column - 0.5 + 1e-6).rounded(.down), (row - 0.5 + 1e-6).rounded(.down))
      let (right, bottom) = (max(0, column - 0.5 - left), max(0, row - 0.5 - top))
      let (x, y) = (Int(left), Int(top))
      return pixel(bitmap, x, y) * (1 - right) * (1 - bottom) + pixel(bitmap, x + 1, y) * right * (1 - bottom)
        + pixel(bitmap, x, y + 1) * (1 - right) * bottom + pixel(bitmap, x + 1, y + 1) * right * bottom
    }
  }

  /// Beyond the edges the outermost pixels continue.
  private func pixel(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> SIMD4<Double> {
    let x = min(max(x, 0), bitmap.size.width - 1)
    let y = min(max(y, 0), bitmap.size.height - 1)
    switch bitmap.format {
    case .a8: return SIMD4(0, 0, 0, Double(bitmap.bytes[y * bitmap.stride + x]))
    case .argb32:
      let word = bitmap.bytes.load(fromByteOffset: y * bitmap.stride + x * 4, as: UInt32.self)
      return SIMD4(Double(word >> 16 & 255), Double(word >> 8 & 255), Double(word & 255), Double(word >> 24))
    }
  }
}
