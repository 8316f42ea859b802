public import Composition
public import DisplayTypes
public import Rasterizing
public import Timeline

/// The layers of a clock or a countdown: letters as large as the longest text allows, of which the next face changes only what is another.
public final class ClockFaceLayout {
  /// What is written, and how.
  public let face: ClockFace
  /// What is not right about the last picture, as a sentence for the user; nil where all is well.
  public private(set) var warning: String?

  private let rasterizer: any Rasterizer
  private var tickets = RasterTickets()
  /// The letters of this face, or until it has its own those of the one before.
  private var pieces: [PictureCut.Piece]

  /// Shares of the picture's shorter side.
  private static let margin = 0.06
  private static let smallestText = 0.02
  /// No text is smaller, in points.
  private static let legible = 10.0

  /// Makes the layout of a face.
  ///
  /// - Parameters:
  ///   - face: what is written, and how.
  ///   - rasterizer: belongs to the main thread.
  ///   - previous: the layout of the face before; letters that stay are not drawn anew.
  public init(_ face: ClockFace, rasterizer: any Rasterizer, after previous: ClockFaceLayout? = nil) {
    self.face = face
    self.rasterizer = rasterizer
    pieces = previous?.pieces ?? []
  }

  /// Makes the tree for a geometry.
  ///
  /// The next call, or `cancel()`, gives up an earlier one whose completion has not been called.
  ///
  /// - Parameter completion: called at once where there is no text to draw, else in a later turn of the event loop.
  public func prepare(
    for geometry: OutputGeometry, completion: @escaping (Result<LayerTree, RasterError>) -> Void
  ) {
    cancel()
    warning = nil
    let tickets = RasterTickets()
    self.tickets = tickets
    let background = LayerTree(background: face.background)
    guard let request = request(for: geometry) else { return completion(.success(background)) }
    tickets.ask(.text(request), of: rasterizer, failed: { completion(.failure($0)) }) { [weak self] picture in
      guard let self else { return }
      warning = TextWarning.sentence(about: picture, of: "the clock")
      completion(.success(tree(picture, on: geometry)))
    }
  }

  /// The completion will not be called any more.
  public func cancel() {
    tickets.cancel()
  }

  /// What is asked of the rasteriser; nil where nothing is to be drawn.
  func request(for geometry: OutputGeometry) -> TextRasterRequest? {
    let text = BannerText.sanitized(face.text)
    let template = BannerText.sanitized(face.template)
    let box = geometry.uprightPixels
    guard !text.isEmpty, !box.isEmpty else { return nil }
    let density = geometry.pixelsPerPoint
    let side = min(geometry.size.width, geometry.size.height)
    let smallest = max(Self.legible, side * Self.smallestText)
    return TextRasterRequest(
      text: text, font: face.font, foreground: face.foreground, box: box, horizontalPixelsPerPoint: density.horizontal,
      verticalPixelsPerPoint: density.vertical, margin: side * Self.margin, minimumFontSize: smallest,
      maximumFontSize: max(smallest, min(geometry.size.height, Double(TextLimits.maximumSide))),
      arrangement: .like(template: template.isEmpty ? text : template))
  }

  private func tree(_ picture: RasterPicture, on geometry: OutputGeometry) -> LayerTree {
    let grid = PixelGrid(geometry)
    pieces = picture.bitmap.map { PictureCut.pieces(of: $0, at: picture.rect, known: pieces) } ?? []
    let layers = pieces.enumerated().compactMap { index, piece -> Layer? in
      let part = RasterPicture(bitmap: piece.bitmap, rect: piece.rect, fontSize: picture.fontSize, isTruncated: false)
      guard let contents = part.contents(in: face.foreground) else { return nil }
      return Layer(
        id: LayerID(rawValue: UInt32(truncatingIfNeeded: index + 1)), frame: grid.points(piece.rect),
        contents: contents, sampling: .sharp)
    }
    return LayerTree(background: face.background, layers: layers)
  }
}
