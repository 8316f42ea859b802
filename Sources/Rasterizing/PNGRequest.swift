public import DisplayTypes

/// Pixels in a memory file, to be written as a PNG file.
public struct PNGRequest: Hashable, Sendable {
  /// What a 32-bit word in host order means.
  public enum PixelFormat: UInt8, Hashable, Sendable {
    /// `0x--RRGGBB`, DRM's `XRGB8888`.
    case xrgb32 = 1
    /// `0xAARRGGBB` premultiplied, DRM's `ARGB8888`.
    case argb32 = 2
  }

  /// A memfd that is sealed at least against shrinking.
  ///
  /// It stays the caller's, who may close it as soon as `rasterize` has returned.
  public var descriptor: Int32
  /// The picture's size.
  public var size: PixelSize
  /// Bytes from one row to the next; a multiple of four.
  public var stride: Int
  /// What a pixel's word means.
  public var format: PixelFormat

  /// Makes a request; see the properties.
  public init(descriptor: Int32, size: PixelSize, stride: Int, format: PixelFormat = .xrgb32) {
    self.descriptor = descriptor
    self.size = size
    self.stride = stride
    self.format = format
  }

  /// Fails where a number is out of bounds.
  ///
  /// The memory behind the descriptor is looked at by the rasteriser.
  public func validate() throws(RasterError) {
    guard TextLimits.allows(size) else { throw .tooLarge(size) }
    guard stride >= size.width * 4, stride <= 1 << 20, stride % 4 == 0 else {
      throw .invalidRequest("a stride of \(stride) bytes does not fit \(size.width) pixels of four bytes")
    }
  }
}
