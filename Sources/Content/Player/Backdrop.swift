internal import Composition
internal import DisplayTypes

/// A tree's background as layers, for a tree that is one of several in a window.
///
/// Where a picture hides it there is none, so that a picture that fades in mixes with what was there before and with nothing else.
nonisolated enum Backdrop {
  /// The layers to draw below those of the tree.
  static func layers(of tree: LayerTree, on geometry: OutputGeometry) -> [Layer] {
    let whole = geometry.uprightPixels
    let density = geometry.pixelsPerPoint
    let all = PixelRect(size: whole)
    return rects(around: cover(of: tree, density), in: all).map { rect in
      Layer(id: LayerID(rawValue: 0), frame: PointRect(rect, density), contents: .solid(tree.background))
    }
  }

  /// The pixels that a single opaque picture hides; nil where there is no such picture.
  private static func cover(_ layer: Layer, _ density: (horizontal: Double, vertical: Double)) -> PixelRect? {
    guard case .bitmap(let bitmap) = layer.contents, bitmap.isOpaque, layer.opacity == 1 else { return nil }
    for animation in layer.animations {
      guard case .contentsRect = animation.property else { return nil }
    }
    let frame = layer.frame
    let left = Int((frame.x * density.horizontal).rounded())
    let top = Int((frame.y * density.vertical).rounded())
    return PixelRect(
      x: left, y: top, width: Int((frame.maxX * density.horizontal).rounded()) - left,
      height: Int((frame.maxY * density.vertical).rounded()) - top)
  }

  private static func cover(of tree: LayerTree, _ density: (horizontal: Double, vertical: Double)) -> PixelRect? {
    guard tree.layers.count == 1, let layer = tree.layers.first else { return nil }
    return cover(layer, density)
  }

  /// What of `all` lies above, beside and below `hidden`.
  static func rects(around hidden: PixelRect?, in all: PixelRect) -> [PixelRect] {
    guard let hidden = hidden?.intersection(all), !hidden.isEmpty else { return [all] }
    return [
      PixelRect(x: all.x, y: all.y, width: all.width, height: hidden.y - all.y),
      PixelRect(x: all.x, y: hidden.y, width: hidden.x - all.x, height: hidden.height),
      PixelRect(x: hidden.maxX, y: hidden.y, width: all.maxX - hidden.maxX, height: hidden.height),
      PixelRect(x: all.x, y: hidden.maxY, width: all.width, height: all.maxY - hidden.maxY),
    ].filter { !$0.isEmpty }
  }
}
