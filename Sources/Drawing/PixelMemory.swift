public import DisplayTypes

/// Owns the pixels of one buffer or shadow: black at first, freed with the value.
@safe
public final class PixelMemory {
  /// The pixels, as what can be drawn into.
  public let target: PixelTarget
  private let base: UnsafeMutableRawPointer

  /// Whether a picture of this size can be drawn into.
  public static func canHold(_ size: PixelSize) -> Bool {
    !size.isEmpty && size.width <= 16384 && size.height <= 16384
  }

  /// Nil where the size cannot be drawn into.
  public init?(size: PixelSize) {
    guard PixelMemory.canHold(size) else { return nil }
    let stride = size.width * 4
    let base = UnsafeMutableRawPointer.allocate(byteCount: stride * size.height, alignment: 64)
    unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: stride * size.height)
    guard let target = unsafe PixelTarget(base: base, stride: stride, size: size) else {
      unsafe base.deallocate()
      return nil
    }
    unsafe self.base = base
    self.target = target
  }

  deinit { unsafe base.deallocate() }
}
