package import Composition
internal import ContentModel
package import DisplayTypes
internal import Rasterizing

/// A value that can be drawn (`ContentValue`). Its conformance is in the file of its layout.
protocol DrawnContent {
  /// Whether a helper draws all of it from a description. Such a drawing is given up if it takes too long.
  var isText: Bool { get }

  func drawing(on geometry: OutputGeometry, with sources: ContentSources) -> ContentDrawing
}

extension DrawnContent {
  var isText: Bool { false }
}

enum ContentDrawing {
  case layers(LayerTree)
  /// Drawn by another process.
  case layout(any DrawnLayout)
  case picture(file: String, page: Int? = nil, fit: ImageFit = .fit, background: Color)
  case video(VideoDescription)
  case stream(StreamDescription)
  /// Regions with players of their own.
  case regions(LayoutDescription)
}

extension DueContent {
  /// Nil if nothing is visible.
  var drawn: (any DrawnContent)? {
    switch self {
    case .content(let content): content.value as? any DrawnContent
    case .face(let face): face
    case .card(let card): card.layout
    case .powerOff, .nothing: nil
    }
  }

  /// Whether the content, or a part of it, may wait for a text.
  var waitsForTexts: Bool { drawn?.isText == true || arrangement != nil }
}

extension Color: DrawnContent {
  func drawing(on geometry: OutputGeometry, with sources: ContentSources) -> ContentDrawing {
    .layers(LayerTree(background: self))
  }
}

extension VideoDescription: DrawnContent {
  func drawing(on geometry: OutputGeometry, with sources: ContentSources) -> ContentDrawing { .video(self) }
}

extension StreamDescription: DrawnContent {
  func drawing(on geometry: OutputGeometry, with sources: ContentSources) -> ContentDrawing { .stream(self) }
}

extension SurfaceDescription: DrawnContent {
  func drawing(on geometry: OutputGeometry, with sources: ContentSources) -> ContentDrawing {
    guard let feed = sources.resources.surfaces.feed(named: name) else {
      return .layers(LayerTree(background: background))
    }
    let pixels = Layer(
      id: LayerID(rawValue: 1), frame: PointRect(size: geometry.size), contents: .surface(feed), sampling: .smooth)
    return .layers(LayerTree(background: background, layers: [pixels]))
  }
}

protocol DrawnLayout: AnyObject {
  var warning: String? { get }

  /// Makes the tree for a geometry. The next call, or `cancel()`, drops an earlier completion.
  func prepare(for geometry: OutputGeometry, completion: @escaping (Result<LayerTree, RasterError>) -> Void)

  func cancel()
}

final class RasterTickets {
  private var tickets: [RasterTicket] = []
  /// Counts cancellations, because an answer may come after one.
  private var round = 0

  /// An error is reported once, and ends all other requests.
  func request(
    _ request: RasterRequest, of rasterizer: any Rasterizer, failed: @escaping (RasterError) -> Void,
    _ completion: @escaping (RasterPicture) -> Void
  ) {
    let ticket = rasterizer.rasterize(request) { [weak self, round] result in
      guard let self, round == self.round else { return }
      switch result {
      case .success(.picture(let picture)): return completion(picture)
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

  func cancel() {
    round += 1
    for ticket in tickets { ticket.cancel() }
    tickets = []
  }
}

/// The trouble of a drawn text, as a sentence for people.
enum TextWarning {
  /// Nil without a trouble; `owner` is a name as `the banner`.
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

enum BannerText {
  /// Makes line ends equal, turns tabs into spaces, and removes other control characters, which have no shape. Also removes blank lines and
  /// spaces at both ends, which would only move the text away from the middle.
  static func sanitized(_ text: String) -> String {
    // The rasteriser refuses a text of this length.
    guard text.utf8.count <= TextLimits.maximumBytes else { return text }
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

nonisolated struct PixelGrid {
  let size: PixelSize
  private let density: (horizontal: Double, vertical: Double)

  init(_ geometry: OutputGeometry) {
    size = geometry.uprightPixels
    density = geometry.pixelsPerPoint
  }

  func points(_ rect: PixelRect) -> PointRect { PointRect(rect, density) }

  /// The width of a number of columns, in points.
  func points(columns: Int) -> Double { Double(columns) / density.horizontal }
}

extension RasterPicture {
  /// A layer whose pixels match the panel's; nil without ink.
  func layer(_ id: Int, in color: Color, at rect: PixelRect? = nil, on grid: PixelGrid) -> Layer? {
    contents(in: color).map { contents in
      Layer(
        id: LayerID(rawValue: UInt32(truncatingIfNeeded: id)), frame: grid.points(rect ?? self.rect),
        contents: contents, sampling: .sharp)
    }
  }

  /// The contents of a layer of the size of `rect`; nil without ink. `color` is the colour of the request, whose alpha is part of the
  /// coverage.
  package nonisolated func contents(in color: Color) -> LayerContents? {
    guard let bitmap else { return nil }
    switch bitmap.format {
    case .argb32: return .bitmap(bitmap)
    case .a8: return .mask(bitmap, Color(red: color.red, green: color.green, blue: color.blue))
    }
  }
}
