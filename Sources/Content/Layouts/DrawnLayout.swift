internal import Composition
internal import ContentModel
internal import DisplayTypes
internal import Rasterizing

/// What can be seen at a moment, and how it is drawn.
///
/// Each value of a content that is shown as it is conforms (`ContentValue`), in the file of its layout.
protocol DrawnContent {
  /// Whether a helper draws it from its description alone: all of it waits for that, and is given up if that takes too long.
  var isText: Bool { get }

  /// How it is drawn in a region of that geometry.
  func drawing(on geometry: OutputGeometry, with sources: ContentSources) -> ContentDrawing
}

extension DrawnContent {
  var isText: Bool { false }
}

/// How something becomes layers.
enum ContentDrawing {
  /// It is layers at once.
  case layers(LayerTree)
  /// A layout makes its layers, by the help of another process.
  case layout(any DrawnLayout)
  /// Its picture is decoded from a file, or is a page of it.
  case picture(file: String, page: Int? = nil, fit: ImageFit = .fit, background: Color)
  /// It consists of regions with players of their own.
  case regions(LayoutDescription)
}

extension DueContent {
  /// Itself, to be drawn; nil where nothing is seen.
  var drawn: (any DrawnContent)? {
    switch self {
    case .content(let content): content.value as? any DrawnContent
    case .face(let face): face
    case .card(let card): card.layout
    case .powerOff, .nothing: nil
    }
  }

  /// Whether it, or a part of it, may wait for a text.
  var waitsForTexts: Bool { drawn?.isText == true || arrangement != nil }
}

extension Color: DrawnContent {
  func drawing(on geometry: OutputGeometry, with sources: ContentSources) -> ContentDrawing {
    .layers(LayerTree(background: self))
  }
}

/// A layout whose pictures the rasteriser draws from a text.
protocol DrawnLayout: AnyObject {
  /// What is not right about the last picture, as a sentence for the user; nil where all is well.
  var warning: String? { get }

  /// Makes the tree for a geometry.
  ///
  /// The next call, or `cancel()`, gives up an earlier one whose completion has not been called.
  func prepare(for geometry: OutputGeometry, completion: @escaping (Result<LayerTree, RasterError>) -> Void)

  /// The completion will not be called any more.
  func cancel()
}

/// What a layout has asked of the rasteriser for one picture, answered all together.
final class RasterTickets {
  private var tickets: [RasterTicket] = []
  private var isOver = false

  /// Asks for a picture.
  ///
  /// An error goes to `failed`, once, and nothing else is answered then.
  func ask(
    _ request: RasterRequest, of rasterizer: any Rasterizer, failed: @escaping (RasterError) -> Void,
    _ completion: @escaping (RasterPicture) -> Void
  ) {
    let ticket = rasterizer.rasterize(request) { [weak self] result in
      guard let self, !isOver else { return }
      switch result {
      case .success(.picture(let picture)): completion(picture)
      case .success(.file), .success(.image), .success(.pageCount):
        cancel()
        failed(.badReply("the answer to another question"))
      case .failure(let error):
        cancel()
        failed(error)
      }
    }
    tickets.append(ticket)
  }

  /// Nothing is answered any more.
  func cancel() {
    isOver = true
    for ticket in tickets { ticket.cancel() }
    tickets = []
  }
}

/// What is not right about a drawn text, as a sentence for the user.
enum TextWarning {
  /// Nil where all is well.
  ///
  /// - Parameter owner: whose text it is, as `the banner`.
  static func sentence(about picture: RasterPicture, of owner: String) -> String? {
    if picture.missingGlyphs > 0 {
      return
        "\(picture.missingGlyphs) characters of \(owner) are in no installed font and are shown as boxes; install a "
        + "font that has them (Debian: fonts-noto-core, fonts-noto-cjk, fonts-noto-color-emoji)"
    }
    if picture.isTruncated {
      return "\(owner)'s text does not fit and ends in an ellipsis; shorten it"
    }
    return nil
  }
}

/// Texts as they come from people, files and programs → what can be drawn.
enum BannerText {
  /// One kind of line end; tabs are spaces; other control characters, which have no shape, are gone; so are blank lines and
  /// spaces at both ends, which would only push the text out of the middle.
  static func sanitized(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    var previousWasReturn = false
    for scalar in text.unicodeScalars {
      defer { previousWasReturn = scalar == "\r" }
      switch scalar.value {
      case 0x0A where previousWasReturn: break
      // Line feed, vertical tab, form feed, carriage return, next line, line and paragraph separators.
      case 0x0A...0x0D, 0x85, 0x2028, 0x2029: scalars.append("\n")
      case 0x09: scalars.append(" ")
      // C0, DEL and C1; byte order mark; object and interlinear annotation characters; noncharacters.
      case 0..<0x20, 0x7F..<0xA0, 0xFEFF, 0xFFF9...0xFFFC, 0xFDD0...0xFDEF: break
      case let value where value & 0xFFFE == 0xFFFE: break
      default: scalars.append(scalar)
      }
    }
    let isBlank: (Unicode.Scalar) -> Bool = { $0 == "\n" || $0 == " " || $0 == "\u{3000}" }
    let withoutStart = scalars.drop(while: isBlank)
    guard let last = withoutStart.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(String.UnicodeScalarView(withoutStart[...last]))
  }
}

/// Places on the upright picture's pixels, in points: what is laid out by it lies on whole pixels.
nonisolated struct PixelGrid {
  /// Pixels of the upright picture.
  let size: PixelSize
  private let density: (horizontal: Double, vertical: Double)

  init(_ geometry: OutputGeometry) {
    size = geometry.uprightPixels
    density = geometry.pixelsPerPoint
  }

  /// A rectangle of whole pixels, in points.
  func points(_ rect: PixelRect) -> PointRect {
    PointRect(
      x: Double(rect.x) / density.horizontal, y: Double(rect.y) / density.vertical,
      width: Double(rect.width) / density.horizontal, height: Double(rect.height) / density.vertical)
  }

  /// A way of so many columns, in points.
  func points(columns: Int) -> Double { Double(columns) / density.horizontal }
}
