import Composition
import DisplayTypes

/// Layers of every kind that drawing has a way of its own for, all in motion.
enum MovingPictures {
  static let tree = LayerTree(
    background: Color(red: 1, green: 2, blue: 3),
    layers: [
      layer(1, opaque, .smooth, [move]), layer(2, translucent, .sharp, [move, fade]), layer(3, opaque, .sharp, [fade]),
      layer(4, .solid(Color(red: 9, green: 8, blue: 7, alpha: 90)), .sharp, [move]),
    ])

  private static let move = LayerAnimation(
    property: .offset([PointOffset(x: 0, y: 0), PointOffset(x: 120, y: 40)]),
    clock: .time(start: .zero, period: 2_000_000_000), repeats: .autoreverse)
  private static let fade = LayerAnimation(
    property: .opacity([0.1, 1]), clock: .frames(period: 50), repeats: .autoreverse)
  private static let opaque = picture(isOpaque: true, alpha: 255)
  private static let translucent = picture(isOpaque: false, alpha: 120)

  private static func picture(isOpaque: Bool, alpha: UInt8) -> LayerContents {
    let bitmap = Bitmap(size: PixelSize(width: 40, height: 30), format: .argb32, isOpaque: isOpaque) { bytes, _ in
      for index in bytes.indices {
        bytes[index] = index % 4 == 3 ? alpha : min(alpha, UInt8(truncatingIfNeeded: index))
      }
    }
    return bitmap.map(LayerContents.bitmap) ?? .none
  }

  private static func layer(
    _ id: UInt32, _ contents: LayerContents, _ sampling: Sampling, _ animations: [LayerAnimation]
  ) -> Layer {
    Layer(
      id: LayerID(rawValue: id), frame: PointRect(x: 3, y: 5, width: 97, height: 61), contents: contents,
      sampling: sampling, animations: animations)
  }
}
