internal import Composition
internal import ContentModel
internal import DisplayTypes
internal import Rasterizing

extension ImageDescription: DrawnContent {
  func drawing(on geometry: OutputGeometry, with sources: ContentSources) -> ContentDrawing {
    .picture(file: file, fit: fit, background: background)
  }
}

extension DeckDescription: DrawnContent {
  func drawing(on geometry: OutputGeometry, with sources: ContentSources) -> ContentDrawing {
    .picture(file: file, page: page, background: background)
  }
}

/// Makes layers of a decoded picture, whose pixels match the panel's.
nonisolated enum PictureLayers {
  /// The limit of keyframes. A longer animation keeps its frames, but not the exact length of each.
  private static let mostKeyframes = 4096

  /// - Parameter start: the start of an animation's first frame.
  static func tree(
    of image: RasterImage, background: Color, on geometry: OutputGeometry, start: MonotonicTime
  ) -> LayerTree {
    guard !image.rect.isEmpty else { return LayerTree(background: background) }
    var layer = Layer(
      id: LayerID(rawValue: 1), frame: PointRect(image.rect, geometry.pixelsPerPoint), contents: .bitmap(image.bitmap),
      sampling: .sharp)
    if let first = image.frames.first {
      layer.contentsRect = part(first.part, of: image.bitmap)
      // Frames that would take too many bytes were decoded smaller, and are enlarged here.
      if image.frames.contains(where: { $0.part.size != image.rect.size }) { layer.sampling = .smooth }
      if let animation = animation(of: image, start: start) { layer.animations = [animation] }
    }
    return LayerTree(background: background, layers: [layer])
  }

  /// Keyframes are evenly spaced. Each frame gets as many as its length needs at the longest possible step.
  private static func animation(of image: RasterImage, start: MonotonicTime) -> LayerAnimation? {
    guard image.frames.count > 1 else { return nil }
    let lengths = image.frames.map { max(1, min($0.milliseconds, 600_000)) }
    let shortest = (lengths.reduce(0, +) + mostKeyframes - 1) / mostKeyframes
    let step = max(lengths.reduce(0, commonDivisor), shortest)
    var keyframes = zip(image.frames, lengths).flatMap { frame, length in
      repeatElement(part(frame.part, of: image.bitmap), count: max(1, (length + step / 2) / step))
    }
    var repeats = LayerAnimation.Repeat.forever
    if let plays = image.plays, plays >= 1, plays <= mostKeyframes / keyframes.count {
      keyframes = Array(repeatElement(keyframes, count: plays).joined())
      repeats = .once
    }
    return LayerAnimation(
      property: .contentsRect(keyframes),
      clock: .time(start: start, period: UInt64(keyframes.count * step) * 1_000_000), repeats: repeats)
  }

  private static func part(_ rect: PixelRect, of bitmap: Bitmap) -> UnitRect {
    let (width, height) = (Double(bitmap.size.width), Double(bitmap.size.height))
    return UnitRect(
      x: Double(rect.x) / width, y: Double(rect.y) / height, width: Double(rect.width) / width,
      height: Double(rect.height) / height)
  }

  private static func commonDivisor(_ first: Int, _ second: Int) -> Int {
    var (larger, smaller) = (first, second)
    while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
    return larger
  }
}

nonisolated extension PointRect {
  /// The rectangle of an upright picture's pixels in points.
  init(_ rect: PixelRect, _ density: (horizontal: Double, vertical: Double)) {
    self.init(
      x: Double(rect.x) / density.horizontal, y: Double(rect.y) / density.vertical,
      width: Double(rect.width) / density.horizontal, height: Double(rect.height) / density.vertical)
  }
}

/// A tree's background as layers, for a tree that shares a window with others. The background has a hole behind an opaque picture, so that
/// a picture that fades in mixes only with the picture before.
nonisolated enum Backdrop {
  static func layers(of tree: LayerTree, on geometry: OutputGeometry) -> [Layer] {
    let density = geometry.pixelsPerPoint
    return rects(around: cover(of: tree, density), in: PixelRect(size: geometry.uprightPixels)).map { rect in
      Layer(id: LayerID(rawValue: 0), frame: PointRect(rect, density), contents: .solid(tree.background))
    }
  }

  /// The pixels that a single opaque picture covers; nil if there is no such picture.
  private static func cover(of tree: LayerTree, _ density: (horizontal: Double, vertical: Double)) -> PixelRect? {
    guard tree.layers.count == 1, let layer = tree.layers.first, case .bitmap(let bitmap) = layer.contents,
      bitmap.isOpaque, layer.opacity == 1
    else { return nil }
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

  /// The parts of `all` above, beside and below `hidden`.
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
