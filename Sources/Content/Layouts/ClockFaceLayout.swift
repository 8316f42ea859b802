internal import Composition
internal import ContentModel
internal import DisplayTypes
internal import Rasterizing

/// The layers of a clock or a countdown: letters as large as the longest text allows, of which the next face changes only what is another.
final class ClockFaceLayout: DrawnLayout {
  /// What is written, and how.
  let face: ClockFace
  private(set) var warning: String?

  private let rasterizer: any Rasterizer
  private var tickets = RasterTickets()
  /// The letters of this face, or until it has its own those of the one before.
  private var pieces: [LetterPieces.Piece]

  /// Shares of the picture's shorter side.
  private static let margin = 0.06
  private static let smallestText = 0.02
  /// No text is smaller, in points.
  private static let legible = 10.0

  init(_ face: ClockFace, rasterizer: any Rasterizer, after previous: ClockFaceLayout? = nil) {
    self.face = face
    self.rasterizer = rasterizer
    pieces = previous?.pieces ?? []
  }

  func prepare(
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

  func cancel() {
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
    pieces = picture.bitmap.map { LetterPieces.pieces(of: $0, at: picture.rect, known: pieces) } ?? []
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

extension ClockFace: DrawnContent {
  var isText: Bool { true }

  func drawing(on geometry: OutputGeometry, with sources: ContentSources) -> ContentDrawing {
    let layout = ClockFaceLayout(self, rasterizer: sources.resources.rasterizer, after: sources.faces[geometry])
    sources.faces[geometry] = layout
    return .layout(layout)
  }
}

/// Cuts a drawn text into pieces at rows and columns without ink, which are about its letters.
///
/// So the letters that stay keep their layer and its very picture, and only those that change are drawn anew.
nonisolated enum LetterPieces {
  /// A piece of a picture, with its place in that picture's box.
  struct Piece {
    var rect: PixelRect
    var bitmap: Bitmap
  }

  /// More pieces than this are not worth it; the lines stay whole then.
  static let most = 64

  /// The pieces of a picture in their order: line by line, from the left.
  ///
  /// - Parameters:
  ///   - place: where the picture lies in its box.
  ///   - known: pieces of an earlier picture; those that are the same are taken over.
  static func pieces(of bitmap: Bitmap, at place: PixelRect, known: [Piece]) -> [Piece] {
    let lines = runs(rowsWithInk(of: bitmap))
    var parts = lines.flatMap { line in
      runs(columnsWithInk(of: bitmap, in: line)).map { columns in
        PixelRect(x: columns.lowerBound, y: line.lowerBound, width: columns.count, height: line.count)
      }
    }
    if parts.count > most {
      parts = lines.map { PixelRect(x: 0, y: $0.lowerBound, width: bitmap.size.width, height: $0.count) }
    }
    if parts.count > most { parts = [PixelRect(size: bitmap.size)] }
    return parts.compactMap { part in
      var rect = part
      rect.x += place.x
      rect.y += place.y
      if let same = known.first(where: { $0.rect == rect && isEqual($0.bitmap, bitmap, part) }) { return same }
      return copy(of: bitmap, part).map { Piece(rect: rect, bitmap: $0) }
    }
  }

  private static func rowsWithInk(of bitmap: Bitmap) -> [Bool] {
    (0..<bitmap.size.height).map { row in
      bytes(of: bitmap, row: row, columns: 0..<bitmap.size.width).contains { $0 != 0 }
    }
  }

  private static func columnsWithInk(of bitmap: Bitmap, in rows: Range<Int>) -> [Bool] {
    let pixelBytes = bitmap.format.bytesPerPixel
    var ink = [UInt8](repeating: 0, count: bitmap.size.width * pixelBytes)
    for row in rows {
      let bytes = bytes(of: bitmap, row: row, columns: 0..<bitmap.size.width)
      for index in 0..<ink.count { ink[index] |= bytes[bytes.startIndex + index] }
    }
    return (0..<bitmap.size.width).map { column in
      ink[(column * pixelBytes)..<((column + 1) * pixelBytes)].contains { $0 != 0 }
    }
  }

  /// The stretches of `true`.
  private static func runs(_ hasInk: [Bool]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start: Int?
    for (index, isInk) in hasInk.enumerated() {
      if isInk, start == nil { start = index }
      if !isInk, let first = start {
        runs.append(first..<index)
        start = nil
      }
    }
    if let first = start { runs.append(first..<hasInk.count) }
    return runs
  }

  private static func isEqual(_ piece: Bitmap, _ bitmap: Bitmap, _ part: PixelRect) -> Bool {
    guard piece.size == part.size, piece.format == bitmap.format else { return false }
    return (0..<part.height).allSatisfy { row in
      bytes(of: piece, row: row, columns: 0..<part.width)
        .elementsEqual(bytes(of: bitmap, row: part.y + row, columns: part.x..<part.maxX))
    }
  }

  private static func copy(of bitmap: Bitmap, _ part: PixelRect) -> Bitmap? {
    Bitmap(size: part.size, format: bitmap.format) { memory, stride in
      for row in 0..<part.height {
        let source = bytes(of: bitmap, row: part.y + row, columns: part.x..<part.maxX)
        UnsafeMutableRawBufferPointer(rebasing: memory[(row * stride)..<(row * stride + source.count)])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: source))
      }
    }
  }

  /// A stretch of a row; the ranges are within the bitmap.
  private static func bytes(of bitmap: Bitmap, row: Int, columns: Range<Int>) -> Slice<UnsafeRawBufferPointer> {
    let start = row * bitmap.stride
    let pixelBytes = bitmap.format.bytesPerPixel
    return bitmap.bytes[(start + columns.lowerBound * pixelBytes)..<(start + columns.upperBound * pixelBytes)]
  }
}
