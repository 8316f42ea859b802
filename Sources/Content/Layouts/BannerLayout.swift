internal import Composition
internal import ContentModel
internal import DisplayTypes
internal import Rasterizing

/// The layers of a banner: a background and one picture of the text, whose pixels match the panel's.
final class BannerLayout: DrawnLayout {
  let description: BannerDescription
  private(set) var warning: String?

  private let rasterizer: any Rasterizer
  private var tickets = RasterTickets()

  init(_ description: BannerDescription, rasterizer: any Rasterizer) {
    self.description = description
    self.rasterizer = rasterizer
  }

  func prepare(for geometry: OutputGeometry, completion: @escaping (Result<LayerTree, RasterError>) -> Void) {
    cancel()
    warning = nil
    let background = description.shownBackground
    guard let request = request(for: geometry) else { return completion(.success(LayerTree(background: background))) }
    tickets.request(.text(request), of: rasterizer, failed: { completion(.failure($0)) }) { [weak self] picture in
      self?.warning = TextWarning.sentence(about: picture, of: "the banner")
      let layer = picture.layer(1, in: request.foreground, on: PixelGrid(geometry))
      completion(.success(LayerTree(background: background, layers: layer.map { [$0] } ?? [])))
    }
  }

  func cancel() { tickets.cancel() }

  /// Nil if there is nothing to draw.
  func request(for geometry: OutputGeometry) -> TextRasterRequest? {
    let largest = min(geometry.size.width, geometry.size.height) * 0.4
    var request = TextRasterRequest(BannerText.sanitized(description.text), filling: geometry, upTo: largest)
    request?.usesMarkup = description.usesMarkup
    request?.font = description.font
    request?.foreground = description.shownForeground
    request?.alignment = description.alignment
    return request
  }
}

extension TextRasterRequest {
  /// A text with margins of 6 % of the shorter side. Letters have at least 2 % of that side and at least 10 points. Nil if there is nothing
  /// to draw.
  init?(_ text: String, filling geometry: OutputGeometry, upTo largest: Double) {
    guard !text.isEmpty, !geometry.uprightPixels.isEmpty else { return nil }
    let density = geometry.pixelsPerPoint
    let side = min(geometry.size.width, geometry.size.height)
    let smallest = max(10, side * 0.02)
    self.init(
      text: text, box: geometry.uprightPixels, horizontalPixelsPerPoint: density.horizontal,
      verticalPixelsPerPoint: density.vertical, margin: side * 0.06, minimumFontSize: smallest,
      maximumFontSize: max(smallest, largest))
  }
}

extension BannerDescription: DrawnContent {
  var isText: Bool { true }

  func drawing(on geometry: OutputGeometry, with sources: ContentSources) -> ContentDrawing {
    .layout(BannerLayout(self, rasterizer: sources.resources.rasterizer))
  }
}
