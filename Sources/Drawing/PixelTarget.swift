public import DisplayTypes

/// Memory that pixels are drawn into: a mapped framebuffer or its cached shadow.
///
/// It owns nothing.
/// A pixel is a 32-bit little-endian word `0xXXRRGGBB` (DRM's `XRGB8888`); the X byte is never looked at. Who makes a target
/// keeps the memory mapped for as long as the target is used.
@safe
public struct PixelTarget {
  /// The longest side that can be drawn into.
  ///
  /// Pixman draws nothing beyond it (its coordinates are 16.16 fixed-point numbers).
  public static let longestSide = 32_766

  /// The first pixel of the topmost row.
  public let base: UnsafeMutableRawPointer
  /// Bytes from one row to the next.
  public let stride: Int
  /// Pixels that are visible.
  public let size: PixelSize

  /// Wraps memory of at least `stride * size.height` bytes.
  ///
  /// Nil where the size is empty or above `longestSide`, the stride is too short, or stride or address is not a multiple of four.
  public init?(base: UnsafeMutableRawPointer, stride: Int, size: PixelSize) {
    guard !size.isEmpty, max(size.width, size.height) <= Self.longestSide, stride >= size.width * 4,
      stride <= 1 << 24, stride % 4 == 0, UInt(bitPattern: base) % 4 == 0
    else { return nil }
    unsafe self.base = base
    self.stride = stride
    self.size = size
  }

  /// The address of a pixel that lies in the target.
  func address(x: Int, y: Int) -> UnsafeMutableRawPointer {
    unsafe base + (y * stride + x * 4)
  }
}
