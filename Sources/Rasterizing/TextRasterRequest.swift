public import DisplayTypes

/// A text to be drawn into a box; as large as it fits where nothing else is said.
///
/// The box stands upright, in the panel's pixels. Lengths in points are square; where pixels are not, the glyphs are stretched
/// by the two densities, so that a circle is round on the panel.
public struct TextRasterRequest: Hashable, Sendable {
  /// UTF-8 of at most `TextLimits.maximumBytes`, without NUL.
  public var text: String
  /// Whether `text` is Pango markup.
  public var usesMarkup: Bool
  /// A fontconfig family; nil for the system's sans-serif.
  public var font: String?
  /// The text's colour, which markup may change.
  public var foreground: Color
  /// How lines stand in the box; start and end follow each paragraph's direction.
  public var alignment: TextAlignment
  /// Pixels, upright.
  public var box: PixelSize
  /// Pixels that lie side by side in a point.
  public var horizontalPixelsPerPoint: Double
  /// Pixels that lie one above the other in a point.
  public var verticalPixelsPerPoint: Double
  /// Points that stay free at each of the four edges.
  public var margin: Double
  /// The smallest height of an em in points.
  ///
  /// A text that does not fit at this size ends in an ellipsis.
  public var minimumFontSize: Double
  /// The largest height of an em in points.
  public var maximumFontSize: Double

  /// How the text is brought into the box.
  public var arrangement: TextArrangement

  /// Makes a request; see the properties.
  public init(
    text: String, usesMarkup: Bool = false, font: String? = nil, foreground: Color = .white,
    alignment: TextAlignment = .center, box: PixelSize, horizontalPixelsPerPoint: Double = 1,
    verticalPixelsPerPoint: Double = 1, margin: Double = 0, minimumFontSize: Double = 12,
    maximumFontSize: Double = 4096, arrangement: TextArrangement = .fitted
  ) {
    self.text = text
    self.usesMarkup = usesMarkup
    self.font = font
    self.foreground = foreground
    self.alignment = alignment
    self.box = box
    self.horizontalPixelsPerPoint = horizontalPixelsPerPoint
    self.verticalPixelsPerPoint = verticalPixelsPerPoint
    self.margin = margin
    self.minimumFontSize = minimumFontSize
    self.maximumFontSize = maximumFontSize
    self.arrangement = arrangement
  }

  /// Fails where a number or a length is out of bounds.
  public func validate() throws(RasterError) {
    guard text.utf8.count <= TextLimits.maximumBytes else { throw .textTooLong(bytes: text.utf8.count) }
    guard !text.utf8.contains(0) else { throw .invalidRequest("the text contains a NUL character") }
    guard TextLimits.allows(box) else { throw .tooLarge(box) }
    let densities = 0.05...64.0
    guard densities.contains(horizontalPixelsPerPoint), densities.contains(verticalPixelsPerPoint) else {
      throw .invalidRequest("the pixels per point are not within 0.05...64")
    }
    let lengths = 0.0...Double(TextLimits.maximumSide)
    guard lengths.contains(margin) else {
      throw .invalidRequest("the margin is not within 0...\(TextLimits.maximumSide)")
    }
    guard lengths.contains(maximumFontSize), minimumFontSize >= 1, minimumFontSize <= maximumFontSize else {
      throw .invalidRequest("the font sizes are not within 1...\(TextLimits.maximumSide)")
    }
    try arrangement.validate()
    if let font {
      guard !font.isEmpty, font.utf8.count <= TextLimits.maximumFontBytes, !font.utf8.contains(0) else {
        throw .invalidRequest("the font's name is empty or longer than \(TextLimits.maximumFontBytes) bytes")
      }
    }
  }
}
