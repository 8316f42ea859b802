internal import DisplayTypes

/// Pixman's view of the last few targets: two or three buffers and a shadow.
///
/// An image knows no more than address, stride and size. So one that outlived its memory is harmless: it is used again only for a
/// target that is equal in all three.
struct TargetCache {
  private struct Entry {
    let target: PixelTarget
    let image: PixmanImage
  }

  private static let capacity = 4
  private var entries: [Entry] = []
  private var oldest = 0

  init() {
    entries.reserveCapacity(TargetCache.capacity)
  }

  /// The image of a target; nil where pixman has no memory.
  mutating func image(of target: PixelTarget) -> PixmanImage? {
    for entry in entries
    where unsafe entry.target.base == target.base && entry.target.stride == target.stride
      && entry.target.size == target.size
    {
      return entry.image
    }
    guard
      let image = unsafe PixmanImage(
        size: target.size, format: PixmanImage.scanOutFormat, stride: target.stride, bytes: target.base)
    else { return nil }
    if entries.count < TargetCache.capacity {
      entries.append(Entry(target: target, image: image))
    } else {
      entries[oldest] = Entry(target: target, image: image)
      oldest = (oldest + 1) % TargetCache.capacity
    }
    return image
  }
}
