internal import Composition
internal import ContentModel
internal import DisplayTypes
internal import Rasterizing

/// A banner's layers: a background and one picture of the text, whose pixels are the panel's.
///
/// Lays out anew for each geometry; the rasteriser draws while the daemon goes on.
final class BannerLayout: DrawnLayout {
  /// The text, its colours and its font.
  let description: BannerDescription
  private(set) var warning: String?

  private let rasterizer: any Rasterizer
  private var ticket: RasterTicket?
  /// Shares of the picture's shorter side.
  private static let margin = 0.06
  private static let smallestText = 0.02
  private static let largestText = 0.4
  /// No text is smaller, in points.
  private static let legible = 10.0

  init(_ description: BannerDescription, rasterizer: any Rasterizer) {
    self.description = description
    self.rasterizer = rasterizer
  }

  func prepare(
    for geometry: OutputGeometry, completion: @escaping (Result<LayerTree, RasterError>) -> Void
  ) {
    cancel()
    warning = nil
    let background = LayerTree(background: description.background)
    guard let request = request(for: geometry) else { return completion(.success(background)) }
    ticket = rasterizer.rasterize(.text(request)) { [weak self] result in
      self?.ticket = nil
      switch result {
      case .success(.picture(let picture)):
        self?.warning = TextWarning.sentence(about: picture, of: "the banner")
        completion(.success(Self.tree(background, with: picture, in: request.foreground, on: geometry)))
      case .success(.file), .success(.image), .success(.pageCount):
        completion(.failure(.badReply("the answer to another question")))
      case .failure(let error): completion(.failure(error))
      }
    }
  }

  func cancel() {
    ticket?.cancel()
    ticket = nil
  }

  /// What is asked of the rasteriser; nil where nothing is to be drawn.
  func request(for geometry: OutputGeometry) -> TextRasterRequest? {
    // Refused by its length before anything looks at its contents.
    let isTooLong = description.text.utf8.count > TextLimits.maximumBytes
    let text = isTooLong ? description.text : BannerText.sanitized(description.text)
    let box = geometry.uprightPixels
    guard !text.isEmpty, !box.isEmpty else { return nil }
    let density = geometry.pixelsPerPoint
    let side = min(geometry.size.width, geometry.size.height)
    let smallest = max(Self.legible, side * Self.smallestText)
    return TextRasterRequest(
      text: text, usesMarkup: description.usesMarkup, font: description.font, foreground: description.foreground,
      alignment: description.alignment, box: box, horizontalPixelsPerPoint: density.horizontal,
      verticalPixelsPerPoint: density.vertical, margin: side * Self.margin, minimumFontSize: smallest,
      maximumFontSize: max(smallest, side * Self.largestText))
  }

  /// The picture's layer, whose edges in points come back to just its pixels.
  private static func tree(
    _ background: LayerTree, with picture: RasterPicture, in color: Color, on geometry: OutputGeometry
  ) -> LayerTree {
    guard let contents = picture.contents(in: color) else { return background }
    let density = geometry.pixelsPerPoint
    let rect = picture.rect
    let frame = PointRect(
      x: Double(rect.x) / density.horizontal, y: Double(rect.y) / density.vertical,
      width: Double(rect.width) / density.horizontal, height: Double(rect.height) / density.vertical)
    var tree = background
    tree.layers = [Layer(id: LayerID(rawValue: 1), frame: frame, contents: contents, sampling: .sharp)]
    return tree
  }
}

extension BannerDescription: DrawnContent {
  var isText: Bool { true }

  func drawing(on geometry: OutputGeometry, with sources: ContentSources) -> ContentDrawing {
    .layout(BannerLayout(self, rasterizer: sources.resources.rasterizer))
  }
}
