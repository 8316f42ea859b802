public import Composition
public import DisplayTypes

/// A drawn text: only the rectangle that has ink.
public struct RasterPicture: Sendable {
  /// Premultiplied `argb32`, of the size of `rect`; nil where nothing has ink.
  public var bitmap: Bitmap?
  /// Where the bitmap lies in the box that was asked for, in pixels.
  public var rect: PixelRect
  /// The height of an em that was chosen, in points.
  public var fontSize: Double
  /// Whether the text did not fit at the smallest size and ends in an ellipsis.
  public var isTruncated: Bool
  /// How many characters no installed font has; they are shown as boxes.
  public var missingGlyphs: Int

  /// Makes a picture; see the properties.
  public init(bitmap: Bitmap?, rect: PixelRect, fontSize: Double, isTruncated: Bool, missingGlyphs: Int = 0) {
    self.bitmap = bitmap
    self.rect = rect
    self.fontSize = fontSize
    self.isTruncated = isTruncated
    self.missingGlyphs = missingGlyphs
  }
}
