public import DisplayTypes

/// A copy of a frame: rows of red, green and blue bytes, without padding.
public struct FramePixels: Hashable, Sendable {
  /// Columns and rows.
  public var size: PixelSize
  /// `3 * size.width * size.height` bytes.
  public var rgb: [UInt8]

  /// Takes three bytes a pixel, row by row from the top.
  public init(size: PixelSize, rgb: [UInt8]) {
    self.size = size
    self.rgb = rgb
  }
}
