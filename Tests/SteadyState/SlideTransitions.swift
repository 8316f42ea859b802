import Composition
import Content
import ContentModel
import DisplayTypes

/// A slide of a talk on its way over the slide before.
enum SlideTransitions {
  static let kinds: [TransitionDescription.Kind] = [.crossfade, .slide, .wipe, .push]

  /// Nil without memory for the slides.
  static func tree(
    _ kind: TransitionDescription.Kind, seconds: Int, on geometry: OutputGeometry
  ) -> LayerTree? {
    guard let former = slide(77, on: geometry), let next = slide(200, on: geometry) else { return nil }
    let motion = TransitionMotion(
      TransitionDescription(kind, milliseconds: seconds * 1000), origin: AnimationOrigin(), size: geometry.size)
    return LayerTree(
      background: .black,
      layers: [
        ShownItem.layer(of: former, on: geometry, animations: motion.outgoing),
        ShownItem.layer(of: next, on: geometry, animations: motion.incoming, counter: motion.counter),
      ])
  }

  private static func slide(_ shade: UInt8, on geometry: OutputGeometry) -> LayerTree? {
    let bitmap = Bitmap(size: geometry.uprightPixels, format: .argb32, isOpaque: true) { bytes, _ in
      for index in bytes.indices {
        bytes[index] = index % 4 == 3 ? 255 : shade &+ UInt8(truncatingIfNeeded: index / 64)
      }
    }
    return bitmap.map { bitmap in
      let picture = Layer(
        id: LayerID(rawValue: 0), frame: PointRect(size: geometry.size), contents: .bitmap(bitmap), sampling: .sharp)
      return LayerTree(background: .black, layers: [picture])
    }
  }
}
