internal import DisplayTypes
internal import Rasterizing

/// How a ticker's text is drawn: what is asked of the rasteriser, piece by piece.
struct TickerStyle {
  let text: String
  let foreground: Color
  let font: String?
  let geometry: OutputGeometry
  let turnsPages: Bool
  /// The height of an em, in points.
  var fontSize: Double

  /// The em as a share of the height, and at most of the width: a line across a whole screen is not as high as that.
  private static let heightShare = 0.5
  private static let widthShare = 0.12
  /// No text is smaller, in points.
  private static let legible = 10.0
  /// The columns of a piece.
  static let pieceWidth = 4_096
  /// The most pixels of all pieces; the letters become smaller for a longer text.
  static let mostPixels = 8 << 20
  /// The most pieces, whatever the rasteriser says of the line's length.
  private static let mostPieces = 512
  /// The most pages.
  static let mostPages = 64

  /// Nil where there is nothing to draw.
  init?(_ description: TickerDescription, for geometry: OutputGeometry, turnsPages: Bool) {
    let isTooLong = description.text.utf8.count > TextLimits.maximumBytes
    // A text that is too long is refused by its length, before anything looks at its contents.
    text = isTooLong ? description.text : Self.oneLine(BannerText.sanitized(description.text))
    guard !text.isEmpty, !geometry.uprightPixels.isEmpty else { return nil }
    foreground = description.foreground
    font = description.font
    self.geometry = geometry
    self.turnsPages = turnsPages
    let size = geometry.size
    let usual = min(size.height * Self.heightShare, size.width * Self.widthShare)
    // As if each character were a quarter of an em: a line that is far too long is not even laid out.
    let pixels = 4 * Double(Self.mostPixels) / Double(text.unicodeScalars.count)
    fontSize = max(Self.legible, min(usual, pixels.squareRoot() / geometry.pixelsPerPoint.vertical))
  }

  /// The request for the piece, or the page, of that number.
  func request(_ number: Int) -> TextRasterRequest {
    let upright = geometry.uprightPixels
    let density = geometry.pixelsPerPoint
    return TextRasterRequest(
      text: text, font: font, foreground: foreground,
      box: PixelSize(width: turnsPages ? upright.width : Self.pieceWidth, height: upright.height),
      horizontalPixelsPerPoint: density.horizontal, verticalPixelsPerPoint: density.vertical,
      margin: turnsPages ? min(fontSize * 0.25, geometry.size.height * 0.05) : 0, minimumFontSize: 1,
      maximumFontSize: fontSize, arrangement: turnsPages ? .line(number) : .strip(from: number * Self.pieceWidth))
  }

  /// How many pieces or pages there are, by what the first one says of the whole.
  func count(extent: Int) -> Int {
    turnsPages
      ? min(extent, Self.mostPages) : min((max(extent, 1) + Self.pieceWidth - 1) / Self.pieceWidth, Self.mostPieces)
  }

  /// The same with letters so small that the whole line takes no more memory than it may; nil where it does already.
  func smaller(extent: Int, rows: Int) -> TickerStyle? {
    let pixels = Double(extent) * Double(max(rows, 1))
    guard !turnsPages, pixels > Double(Self.mostPixels), fontSize > Self.legible else { return nil }
    var style = self
    style.fontSize = max(Self.legible, fontSize * (Double(Self.mostPixels) / pixels).squareRoot() * 0.95)
    return style
  }

  private static func oneLine(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { scalars.append(scalar == "\n" ? " " : scalar) }
    return String(scalars)
  }
}
