internal import CPixman
internal import Composition
internal import DisplayTypes

/// Pixman's view of the pictures in the current frame, kept from frame to frame.
///
/// A picture is held as long as the frame shows it and let go with the first frame that does not.
@safe
final class ImageCache {
  private struct Entry {
    let bitmap: Bitmap
    /// Shown as it is.
    let plain: PixmanImage?
    /// With a matrix: an image of its own, since pixman allocates when an image changes between with and without.
    var scaled: PixmanImage?
    var isCurrent = true
  }

  private var entries: [Entry] = []

  init() {
    entries.reserveCapacity(16)
  }

  /// Lets go of the pictures that `frame` does not show.
  func keepOnly(picturesOf frame: ResolvedFrame) {
    guard !entries.isEmpty else { return }
    for index in entries.indices { entries[index].isCurrent = false }
    for layer in frame.layers {
      switch layer.contents {
      case .bitmap(let bitmap), .mask(let bitmap, _):
        if let index = index(of: bitmap) { entries[index].isCurrent = true }
      case .none, .solid: break
      }
    }
    entries.removeAll { !$0.isCurrent }
  }

  /// The picture as it is.
  func plainImage(of bitmap: Bitmap) -> PixmanImage? {
    entries[entryIndex(of: bitmap)].plain
  }

  /// The picture, to be given a matrix.
  func scaledImage(of bitmap: Bitmap) -> PixmanImage? {
    let index = entryIndex(of: bitmap)
    if let image = entries[index].scaled { return image }
    let image = ImageCache.makeImage(of: bitmap)
    image?.sampleSmoothly()
    entries[index].scaled = image
    return image
  }

  private func index(of bitmap: Bitmap) -> Int? {
    for index in entries.indices where entries[index].bitmap === bitmap { return index }
    return nil
  }

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
    // Pixman takes a mutable pointer, but only ever reads from a source.
    return unsafe PixmanImage(
      size: bitmap.size, format: format, stride: bitmap.stride, bytes: UnsafeMutableRawPointer(mutating: base))
  }
}
