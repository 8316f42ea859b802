public import DisplayTypes

/// How much text and how large a picture the rasteriser takes.
///
/// Both sides of the socket check them.
public enum TextLimits {
  /// The longest text, in bytes of UTF-8.
  public static let maximumBytes = 16 * 1024
  /// The longest font family's name, in bytes of UTF-8.
  public static let maximumFontBytes = 256
  /// The longest side of a picture, in pixels: cairo's own limit is 32767.
  public static let maximumSide = 16384
  /// The most pixels of one picture: 256 MiB at four bytes each.
  public static let maximumPixels = 1 << 26
  /// The longest message of an error, in bytes of UTF-8.
  public static let maximumMessageBytes = 512

  /// The most characters that no font has: those of the longest text.
  public static let maximumMissingGlyphs = maximumBytes
  /// The most pixels of a line, as if each byte of the longest text were as wide as a picture.
  public static let maximumExtent = maximumBytes * maximumSide
  /// The sizes that a font may have, in points; 0 where there is no text.
  public static let fontSizes = 0...Double(maximumSide)

  /// Whether a picture of that size may be asked for.
  public static func allows(_ size: PixelSize) -> Bool {
    !size.isEmpty && size.width <= maximumSide && size.height <= maximumSide
      && size.width * size.height <= maximumPixels
  }
}
