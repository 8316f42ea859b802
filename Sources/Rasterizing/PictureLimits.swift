public import DisplayTypes

/// How large the pictures and documents may be that are decoded.
///
/// Both sides of the socket check what they can see of them.
public enum PictureLimits {
  /// The longest side that a file may declare, in pixels.
  public static let maximumSide = 65_535
  /// The most pixels that are decoded: 256 MiB at four bytes each.
  public static let maximumPixels = 1 << 26
  /// The most pixels that a JPEG may declare: it is decoded at an eighth of its size, or less.
  public static let maximumReducedPixels = 1 << 28
  /// The most frames of an animation that are kept.
  public static let maximumFrames = 1_000
  /// The most bytes that a decoded animation may take.
  public static let maximumAnimationBytes = 1 << 28
  /// The largest SVG file, in bytes, since it is read whole.
  public static let maximumDrawingBytes = 1 << 26
  /// The largest WebP file, in bytes, for the same reason.
  public static let maximumWebPBytes = 1 << 28
  /// The largest GIF file, in bytes, since it is copied into memory.
  public static let maximumGIFBytes = 1 << 28
  /// How often an animation may be played that ends: one more than a GIF file can say.
  public static let plays = 1...65_536
  /// How long a frame may be shown, in milliseconds.
  public static let frameMilliseconds = 1...600_000
  /// The highest page number that can be asked for, and the most pages of a document.
  public static let maximumPage = 1_000_000
  /// The proportions that a pixel may have.
  public static let pixelAspectRatios = 0.1...10.0

  /// The numbers of pages that a document may have.
  public static let pages = 1...maximumPage

  /// Whether that many pixels may be decoded.
  public static func allows(_ size: PixelSize) -> Bool {
    let sides = 1...maximumSide
    return sides.contains(size.width) && sides.contains(size.height) && size.width * size.height <= maximumPixels
  }
}
