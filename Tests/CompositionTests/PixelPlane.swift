import Composition
import DisplayTypes

/// A small picture of one number a pixel, painted in the most obvious way.
struct PixelPlane: Equatable {
  let size: PixelSize
  var values: [Int]

  init(size: PixelSize) {
    self.size = size
    values = Array(repeating: -1, count: size.width * size.height)
  }

  subscript(x: Int, y: Int) -> Int {
    get { values[y * size.width + x] }
    set { values[y * size.width + x] = newValue }
  }

  mutating func fill(_ rect: PixelRect, with value: Int) {
    let rect = rect.intersection(PixelRect(size: size))
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX { self[x, y] = value }
    }
  }

  /// Draws opaque solids, each as its red channel, within one rectangle of the damage.
  mutating func draw(_ frame: ResolvedFrame, in rect: PixelRect) {
    fill(rect, with: 0)
    fill(rect.intersection(frame.pictureArea), with: Int(frame.background.red))
    for layer in frame.layers {
      if case .solid(let color) = layer.contents {
        fill(rect.intersection(layer.bounds), with: Int(color.red))
      }
    }
  }
}
