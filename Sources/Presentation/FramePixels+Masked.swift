internal import Composition
internal import DisplayTypes

extension FramePixels {
  /// Fills what lies inside with the placeholder.
  mutating func cover(_ rect: PixelRect) {
    let rect = rect.intersection(PixelRect(size: size))
    guard !rect.isEmpty, rgb.count == 3 * size.width * size.height else { return }
    let color = LayerTree.placeholder
    for y in rect.y..<rect.y + rect.height {
      for x in rect.x..<rect.x + rect.width {
        let offset = (y * size.width + x) * 3
        rgb[offset] = color.red
        rgb[offset + 1] = color.green
        rgb[offset + 2] = color.blue
      }
    }
  }
}
