internal import Composition
internal import DisplayTypes

extension CapturedFrame {
  /// The capture as others may see it: the placeholder covers every private layer, and whatever lies above it.
  ///
  /// There is no hash of what is private: whoever guesses it could tell by that whether it is right.
  func masked(for frame: ResolvedFrame) -> CapturedFrame {
    guard frame.layers.contains(where: \.isPrivate) else { return self }
    var copy = self
    copy.hash = ""
    for layer in frame.layers where layer.isPrivate { copy.pixels?.cover(layer.bounds) }
    return copy
  }
}

extension FramePixels {
  fileprivate mutating func cover(_ rect: PixelRect) {
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
