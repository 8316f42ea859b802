public import DisplayTypes

/// A copy of a frame: rows of red, green and blue bytes, without padding.
public struct FramePixels: Hashable, Sendable {
  public var size: PixelSize
  /// `3 * size.width * size.height` bytes.
  public var rgb: [UInt8]

  public init(size: PixelSize, rgb: [UInt8]) {
    self.size = size
    self.rgb = rgb
  }
}
