internal import Composition
internal import ContentModel
internal import DisplayTypes
internal import Rasterizing

/// The layers of a QR code: modules of whole pixels, the quiet zone around them, and a line of text below.
final class QRCodeLayout: DrawnLayout {
  let description: QRCodeDescription
  private(set) var warning: String?

  private let rasterizer: any Rasterizer
  private var tickets = RasterTickets()

  /// Free modules on each side, by ISO/IEC 18004, 5.3.8.
  private static let quietZone = 4
  /// The free margin as a share of the shorter side.
  private static let margin = 0.04
  /// The largest share of the height that a caption gets.
  private static let captionShare = 0.2
  /// Cameras hardly read modules of fewer pixels.
  private static let readableModule = 3

  init(_ description: QRCodeDescription, rasterizer: any Rasterizer) {
    self.description = description
    self.rasterizer = rasterizer
  }

  func prepare(for geometry: OutputGeometry, completion: @escaping (Result<LayerTree, RasterError>) -> Void) {
    cancel()
    warning = nil
    guard !geometry.uprightPixels.isEmpty else {
      return completion(.success(LayerTree(background: description.shownBackground)))
    }
    let failed: (RasterError) -> Void = { completion(.failure($0)) }
    let code = RasterRequest.code(CodeRasterRequest(text: description.text))
    tickets.request(code, of: rasterizer, failed: failed) { [weak self] code in
      guard let self else { return }
      guard let request = captionRequest(for: geometry) else {
        return completion(tree(code, caption: nil, on: geometry))
      }
      tickets.request(.text(request), of: rasterizer, failed: failed) { [weak self] caption in
        guard let self else { return }
        completion(tree(code, caption: caption, on: geometry))
      }
    }
  }

  func cancel() { tickets.cancel() }

  private func captionRequest(for geometry: OutputGeometry) -> TextRasterRequest? {
    let text = BannerText.sanitized(description.caption ?? "")
    let rows = Self.captionRows(in: geometry)
    guard !text.isEmpty, rows > 0 else { return nil }
    let (horizontal, vertical) = geometry.pixelsPerPoint
    let height = Double(rows) / vertical
    return TextRasterRequest(
      text: text, font: description.font, foreground: description.shownForeground,
      box: PixelSize(width: geometry.uprightPixels.width, height: rows), horizontalPixelsPerPoint: horizontal,
      verticalPixelsPerPoint: vertical, margin: height * 0.15, minimumFontSize: max(1, min(height * 0.2, 10)),
      maximumFontSize: max(1, height * 0.45))
  }

  private static func captionRows(in geometry: OutputGeometry) -> Int {
    Int(Double(geometry.uprightPixels.height) * captionShare)
  }

  private func tree(
    _ code: RasterPicture, caption: RasterPicture?, on geometry: OutputGeometry
  ) -> Result<LayerTree, RasterError> {
    let grid = PixelGrid(geometry)
    guard let modules = code.bitmap else { return .failure(.badReply("a code without modules")) }
    let captionRows = caption == nil ? 0 : Self.captionRows(in: geometry)
    let free = Int(Double(min(grid.size.width, grid.size.height)) * Self.margin)
    let room = PixelSize(width: grid.size.width - 2 * free, height: grid.size.height - free - max(free, captionRows))
    let count = modules.size.width + 2 * Self.quietZone
    guard let module = Self.module(count: count, in: room, on: geometry) else {
      return .failure(.roomTooSmall(needs: PixelSize(width: count, height: count), has: room))
    }
    let size = PixelSize(width: module.width * modules.size.width, height: module.height * modules.size.height)
    let place = PixelRect(
      x: (grid.size.width - size.width) / 2, y: free + (room.height - size.height) / 2, width: size.width,
      height: size.height)
    var tree = LayerTree(background: description.shownBackground)
    tree.layers.append(
      Layer(
        id: LayerID(rawValue: 1), frame: grid.points(place), contents: .mask(modules, description.shownForeground),
        sampling: .sharp))
    if let caption {
      var rect = caption.rect
      rect.y += grid.size.height - captionRows
      tree.layers += caption.layer(2, in: description.shownForeground, at: rect, on: grid).map { [$0] } ?? []
    }
    warning =
      caption.flatMap { TextWarning.sentence(about: $0, of: "the QR code's caption") }
      ?? readability(module: module)
    return .success(tree)
  }

  /// The largest module of whole pixels that is nearly square on the panel; nil if there are too few pixels.
  static func module(count: Int, in room: PixelSize, on geometry: OutputGeometry) -> PixelSize? {
    let (horizontal, vertical) = geometry.pixelsPerPoint
    guard count > 0, room.width >= count, room.height >= count else { return nil }
    var height = room.height / count
    while height > 0 {
      let width = max(1, Int((Double(height) * horizontal / vertical).rounded()))
      if width * count <= room.width { return PixelSize(width: width, height: height) }
      height -= 1
    }
    return nil
  }

  private func readability(module: PixelSize) -> String? {
    if min(module.width, module.height) < Self.readableModule {
      return "the QR code's modules are \(module.width)x\(module.height) pixels, which few cameras can read; "
        + "give it more room or a shorter text"
    }
    if !description.hasContrast {
      return "the QR code is not much darker than its background, which few cameras can read; "
        + "choose a darker foreground and a lighter background"
    }
    return nil
  }
}

extension QRCodeDescription: DrawnContent {
  var isText: Bool { true }

  func drawing(on geometry: OutputGeometry, with sources: ContentSources) -> ContentDrawing {
    .layout(QRCodeLayout(self, rasterizer: sources.resources.rasterizer))
  }
}
