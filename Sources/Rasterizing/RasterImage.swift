public import DisplayTypes

/// A decoded picture or page, at the size at which it is shown.
public struct RasterImage: Sendable {
  /// One frame of an animation.
  public struct Frame: Hashable, Sendable {
    /// Which part of the bitmap it is; to be enlarged to the image's `rect` where it is smaller than that.
    public var part: PixelRect
    /// How long it is shown.
    public var milliseconds: Int

    /// Makes a frame.
    public init(part: PixelRect, milliseconds: Int) {
      self.part = part
      self.milliseconds = milliseconds
    }
  }

  /// The pixels, or all frames of an animation side by side; premultiplied `argb32` in sRGB.
  public var bitmap: Bitmap
  /// Where the picture lies in its room, in pixels; what a `fill` cuts off is not in the bitmap.
  public var rect: PixelRect
  /// The frames of an animation, all of one size; empty for a still picture.
  public var frames: [Frame]
  /// How often the animation is played; nil for ever.
  public var plays: Int?
  /// Pages of the document; 1 for a picture.
  public var pageCount: Int
  /// What is not right about it, as a sentence for the user; nil where all is well.
  public var warning: String?

  /// The bytes that it holds, which may be a few more than its pixels have.
  public let byteCount: Int

  /// Makes a picture.
  ///
  /// - Parameter byteCount: what it holds; what its pixels take where nothing is said.
  public init(
    bitmap: Bitmap, rect: PixelRect, frames: [Frame] = [], plays: Int? = nil, pageCount: Int = 1,
    warning: String? = nil, byteCount: Int? = nil
  ) {
    self.bitmap = bitmap
    self.rect = rect
    self.frames = frames
    self.plays = plays
    self.pageCount = pageCount
    self.warning = warning
    self.byteCount = byteCount ?? bitmap.stride * bitmap.size.height
  }
}
