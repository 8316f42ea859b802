package import DisplayTypes

/// A request to draw a text into a box, by default as large as it fits. The box is upright, in the panel's pixels. A point is equally long
/// in both directions. If pixels are not square, the two densities stretch the glyphs, so that a circle is round on the panel.
public struct TextRasterRequest: Hashable, Sendable {
  /// UTF-8 of at most `TextLimits.maximumBytes`, without NUL.
  package var text: String
  package var usesMarkup: Bool
  /// A fontconfig family; nil for the system's sans-serif.
  package var font: String?
  /// The text's colour. Markup may change it.
  package var foreground: Color
  /// The alignment. Start and end follow each paragraph's direction.
  package var alignment: TextAlignment
  package var box: PixelSize
  package var horizontalPixelsPerPoint: Double
  package var verticalPixelsPerPoint: Double
  /// The free space at each edge, in points.
  package var margin: Double
  /// The smallest height of an em in points. A text that does not fit at this size ends in an ellipsis.
  package var minimumFontSize: Double
  package var maximumFontSize: Double
  package var arrangement: TextArrangement

  package init(
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

  package func validate() throws(RasterError) {
    try TextLimits.validate(text, "text")
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

/// The way to fit a text into its box.
package enum TextArrangement: Hashable, Sendable {
  /// Wrapped, and as large as fits.
  case fitted
  /// At the size and place at which the unwrapped template fits, with figures of equal width. So a changing text does not move.
  case like(template: String)
  /// In one line, at the largest font size. The box shows the part that begins `from` pixels from the line's left end.
  case strip(from: Int)
  /// Wrapped, at the largest font size. Only this line is drawn, counted from 0.
  case line(Int)

  /// The largest beginning of a strip, in pixels.
  static let longestStrip = 1 << 22

  func validate() throws(RasterError) {
    switch self {
    case .fitted: break
    case .like(let template): try TextLimits.validate(template, "template")
    case .strip(let from):
      guard (0...Self.longestStrip).contains(from) else {
        throw .invalidRequest("the strip does not begin within 0...\(Self.longestStrip)")
      }
    case .line(let number):
      guard (0...TextLimits.maximumBytes).contains(number) else {
        throw .invalidRequest("the line's number is not within 0...\(TextLimits.maximumBytes)")
      }
    }
  }

  func write(to writer: inout ByteWriter) {
    switch self {
    case .fitted: writer.write(UInt8(0))
    case .like(let template):
      writer.write(UInt8(1))
      writer.write(template)
    case .strip(let from):
      writer.write(UInt8(2))
      writer.write(count: from)
    case .line(let number):
      writer.write(UInt8(3))
      writer.write(count: number)
    }
  }

  static func read(from reader: inout ByteReader) throws(CodecError) -> TextArrangement {
    switch try reader.read(UInt8.self) {
    case 0: .fitted
    case 1: .like(template: try reader.readText(limit: TextLimits.maximumBytes))
    case 2: .strip(from: try reader.readCount())
    case 3: .line(try reader.readCount())
    default: throw .invalid("arrangement")
    }
  }
}

/// The limits of texts and of their pictures. Both sides of the socket check them.
package enum TextLimits {
  /// The longest text, in bytes of UTF-8.
  package static let maximumBytes = 16 * 1024
  /// The longest font family's name, in bytes of UTF-8.
  package static let maximumFontBytes = 256
  /// The longest side of a picture, in pixels: cairo's own limit is 32767.
  package static let maximumSide = 16384
  /// The maximum number of pixels of one picture: 256 MiB at four bytes each.
  static let maximumPixels = 1 << 26
  /// The longest message of an error, in bytes of UTF-8.
  static let maximumMessageBytes = 512
  /// The maximum number of characters that no font has: all characters of the longest text.
  package static let maximumMissingGlyphs = maximumBytes
  /// The maximum width of a line in pixels, as if each byte of the longest text were as wide as a picture.
  package static let maximumExtent = maximumBytes * maximumSide
  /// The size of a font, in points; 0 without a text.
  package static let fontSizes = 0...Double(maximumSide)

  package static func allows(_ size: PixelSize) -> Bool {
    !size.isEmpty && size.width <= maximumSide && size.height <= maximumSide
      && size.width * size.height <= maximumPixels
  }

  fileprivate static func validate(_ text: String, _ name: String) throws(RasterError) {
    guard text.utf8.count <= maximumBytes else { throw .textTooLong(bytes: text.utf8.count) }
    guard !text.utf8.contains(0) else { throw .invalidRequest("the \(name) contains a NUL character") }
  }
}

/// A request for a QR code (ISO/IEC 18004, error correction level M), with one pixel for each module and no quiet zone.
public struct CodeRasterRequest: Hashable, Sendable {
  /// The modules along a side of the largest code, version 40.
  package static let mostModules = 177

  /// UTF-8 of at most `QRCodeLimits.mostBytes`, without NUL.
  package var text: String

  package init(text: String) { self.text = text }

  package func validate() throws(RasterError) {
    guard text.utf8.count <= QRCodeLimits.mostBytes else { throw .codeTooLong(bytes: text.utf8.count) }
    guard !text.isEmpty, !text.utf8.contains(0) else {
      throw .invalidRequest("the code's text is empty or contains a NUL character")
    }
  }
}
