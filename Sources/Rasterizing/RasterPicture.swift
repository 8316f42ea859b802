public import DisplayTypes

/// A drawn text: only the rectangle that has ink.
public struct RasterPicture: Sendable {
  /// Of the size of `rect`; nil where nothing has ink.
  ///
  /// Coverage (`a8`) where all of it has the text's colour, else premultiplied `argb32`.
  public var bitmap: Bitmap?
  /// Where the bitmap lies in the box that was asked for, in pixels.
  public var rect: PixelRect
  /// The height of an em that was chosen, in points.
  public var fontSize: Double
  /// Whether the text did not fit at the smallest size and ends in an ellipsis.
  public var isTruncated: Bool
  /// How many characters no installed font has; they are shown as boxes.
  public var missingGlyphs: Int
  /// Of a strip, the pixels of the whole line; of a single line, how many there are; else 0.
  public var extent: Int
  /// Whether the text begins at its right end.
  public var runsRightToLeft: Bool

  /// Makes a picture; see the properties.
  public init(
    bitmap: Bitmap?, rect: PixelRect, fontSize: Double, isTruncated: Bool, missingGlyphs: Int = 0, extent: Int = 0,
    runsRightToLeft: Bool = false
  ) {
    self.bitmap = bitmap
    self.rect = rect
    self.fontSize = fontSize
    self.isTruncated = isTruncated
    self.missingGlyphs = missingGlyphs
    self.extent = extent
    self.runsRightToLeft = runsRightToLeft
  }
}
