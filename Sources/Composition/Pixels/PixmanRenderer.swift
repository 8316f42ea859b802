internal import CPixman
package import DisplayTypes

/// Draws resolved frames with pixman on the CPU. Belongs to one screen and one thread. The first drawing of a frame's pictures and targets
/// may allocate. Drawing them again, in any position, does not.
package final class PixmanRenderer {
  private let images = ImageCache()
  private var targets = TargetCache()
  private let brush = PixmanBrush()

  package init() {}

  /// Makes the pixels of `damage` in `target` show `frame`, and writes no other pixel. Damage outside the target or the frame is ignored.
  /// Pixels below translucent layers are read, so `target` should be cached memory.
  ///
  /// - Parameter below: the layer that a plane shows below the target. Only the layers above it are drawn, on transparent pixels with
  ///   premultiplied alpha.
  package func draw(_ frame: ResolvedFrame, damage: DamageRegion, into target: PixelTarget, above below: Int? = nil) {
    images.keepOnly(picturesOf: frame)
    guard let brush, let image = targets.image(of: target, hasAlpha: below != nil) else { return }
    let canvas = PixmanCanvas(target: target, image: image, brush: brush, images: images, hasAlpha: below != nil)
    let panel = PixelRect(size: target.size).intersection(PixelRect(size: frame.size))
    for index in 0..<damage.count {
      let rect = damage[index].intersection(panel)
      if !rect.isEmpty { draw(frame, in: rect, above: below, on: canvas) }
    }
  }

  /// Releases the pictures of earlier frames.
  package func keepOnlyPictures(of frame: ResolvedFrame) { images.keepOnly(picturesOf: frame) }

  /// Whether drawing into `rect` reads no pixel of the target, because all layers there are opaque.
  package static func onlyWrites(_ frame: ResolvedFrame, in rect: PixelRect) -> Bool {
    frame.layers.dropFirst(frame.indexOfCover(over: rect) ?? 0).allSatisfy { $0.isWritten }
  }

  private func draw(_ frame: ResolvedFrame, in rect: PixelRect, above below: Int?, on canvas: PixmanCanvas) {
    let lowest = below.map { $0 + 1 } ?? 0
    let bottom = frame.indexOfCover(over: rect).flatMap { $0 < lowest ? nil : $0 }
    if bottom == nil {
      if below == nil { drawBackground(of: frame, in: rect, on: canvas) } else { canvas.fill(rect, with: 0) }
    }
    for index in min(bottom ?? lowest, frame.layers.count)..<frame.layers.count {
      canvas.draw(frame.layers[index], transform: frame.transform, in: rect)
    }
  }

  private func drawBackground(of frame: ResolvedFrame, in rect: PixelRect, on canvas: PixmanCanvas) {
    let picture = rect.intersection(frame.pictureArea)
    if picture != rect { canvas.fill(rect, with: 0) }
    // A translucent background lies on black: its premultiplied colour is the sum.
    canvas.fill(picture, with: frame.background.premultipliedARGB)
  }
}

extension ResolvedFrame {
  /// The topmost layer that hides everything below it in `rect`; nil if the background is visible.
  fileprivate func indexOfCover(over rect: PixelRect) -> Int? {
    layers.lastIndex { $0.opacity == 255 && $0.contents.isOpaque && $0.bounds.contains(rect) }
  }
}

extension ResolvedLayer {
  /// Whether the layer replaces all pixels below it, or draws none.
  fileprivate var isWritten: Bool { contents == .none || opacity == 0 || opacity == 255 && contents.isOpaque }
}

extension LayerContents {
  fileprivate var isOpaque: Bool {
    switch self {
    case .none, .mask, .surface: false
    case .solid(let color): color.alpha == 255
    case .bitmap(let bitmap): bitmap.isOpaque
    case .frame(let frame): frame.bitmap.isOpaque
    }
  }
}

/// Pixman's images of the pictures in the current frame; the first frame without a picture releases it.
@safe
final class ImageCache {
  private struct Entry {
    let bitmap: Bitmap
    /// The image without scaling.
    let plain: PixmanImage?
    /// The image with a matrix. It is separate because pixman allocates when an image changes between the two.
    var scaled: PixmanImage?
    var isCurrent = true
  }

  private var entries: [Entry] = []

  init() { entries.reserveCapacity(16) }

  func keepOnly(picturesOf frame: ResolvedFrame) {
    guard !entries.isEmpty else { return }
    for index in entries.indices { entries[index].isCurrent = false }
    for layer in frame.layers {
      switch layer.contents {
      case .bitmap(let bitmap), .mask(let bitmap, _):
        if let index = index(of: bitmap) { entries[index].isCurrent = true }
      case .frame(let frame):
        // The next frame is in another buffer of the pool.
        for bitmap in frame.pool.bitmaps {
          if let index = index(of: bitmap) { entries[index].isCurrent = true }
        }
        // A copy of slow pixels is not in the pool.
        if let index = index(of: frame.bitmap) { entries[index].isCurrent = true }
      case .none, .solid, .surface: break
      }
    }
    entries.removeAll { !$0.isCurrent }
  }

  func plainImage(of bitmap: Bitmap) -> PixmanImage? { entries[entryIndex(of: bitmap)].plain }

  func scaledImage(of bitmap: Bitmap) -> PixmanImage? {
    let index = entryIndex(of: bitmap)
    if let image = entries[index].scaled { return image }
    let image = ImageCache.makeImage(of: bitmap)
    image?.sampleSmoothly()
    entries[index].scaled = image
    return image
  }

  private func index(of bitmap: Bitmap) -> Int? { entries.firstIndex { $0.bitmap === bitmap } }

  private func entryIndex(of bitmap: Bitmap) -> Int {
    if let index = index(of: bitmap) { return index }
    entries.append(Entry(bitmap: bitmap, plain: ImageCache.makeImage(of: bitmap), scaled: nil))
    return entries.count - 1
  }

  private static func makeImage(of bitmap: Bitmap) -> PixmanImage? {
    let format: pixman_format_code_t
    switch bitmap.format {
    case .argb32: format = bitmap.isOpaque ? PIXMAN_x8r8g8b8 : PIXMAN_a8r8g8b8
    case .a8: format = PIXMAN_a8
    }
    guard let base = unsafe bitmap.bytes.baseAddress else { return nil }
    // Pixman takes a mutable pointer, but it only reads from a source.
    return unsafe PixmanImage(
      size: bitmap.size, format: format, stride: bitmap.stride, bytes: UnsafeMutableRawPointer(mutating: base))
  }
}

/// Pixman's images of the last few targets: two or three buffers and a shadow. An image stores only address, stride and size. An image
/// whose memory was freed is harmless: only a target that is equal in all three uses it again.
struct TargetCache {
  private struct Entry {
    let target: PixelTarget
    let hasAlpha: Bool
    let image: PixmanImage
  }

  private static let capacity = 4
  private var entries: [Entry] = []
  private var oldest = 0

  init() { entries.reserveCapacity(TargetCache.capacity) }

  /// The image of a target; nil if pixman has no memory.
  mutating func image(of target: PixelTarget, hasAlpha: Bool = false) -> PixmanImage? {
    for entry in entries
    where unsafe entry.target.base == target.base && entry.target.stride == target.stride
      && entry.target.size == target.size && entry.hasAlpha == hasAlpha
    {
      return entry.image
    }
    guard
      let image = unsafe PixmanImage(
        size: target.size, format: hasAlpha ? PixmanImage.alphaFormat : PixmanImage.scanOutFormat,
        stride: target.stride, bytes: target.base)
    else { return nil }
    if entries.count < TargetCache.capacity {
      entries.append(Entry(target: target, hasAlpha: hasAlpha, image: image))
    } else {
      entries[oldest] = Entry(target: target, hasAlpha: hasAlpha, image: image)
      oldest = (oldest + 1) % TargetCache.capacity
    }
    return image
  }
}
