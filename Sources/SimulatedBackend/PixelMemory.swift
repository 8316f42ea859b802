internal import DisplayTypes
internal import Drawing

/// Owns the pixels of one buffer or shadow: black at first, freed with the value.
final class PixelMemory {
  let target: PixelTarget
  private let base: UnsafeMutableRawPointer

  /// Nil where the size cannot be drawn into.
  init?(size: PixelSize) {
    guard !size.isEmpty, size.width <= 16384, size.height <= 16384 else { return nil }
    let stride = size.width * 4
    let base = UnsafeMutableRawPointer.allocate(byteCount: stride * size.height, alignment: 64)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: stride * size.height)
    guard let target = PixelTarget(base: base, stride: stride, size: size) else {
      base.deallocate()
      return nil
    }
    self.base = base
    self.target = target
  }

  deinit { base.deallocate() }
}
