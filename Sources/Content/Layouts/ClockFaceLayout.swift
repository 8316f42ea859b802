internal import Composition
internal import ContentModel
internal import DisplayTypes
internal import Rasterizing

/// The layers of a clock or a countdown. The longest text decides on the size of the letters. The next face replaces only the letters that
/// differ.
final class ClockFaceLayout: DrawnLayout {
  let face: ClockFace
  private(set) var warning: String?

  private let rasterizer: any Rasterizer
  private var tickets = RasterTickets()
  /// The letters of this face; until it is drawn, those of the face before.
  private var pieces: [LetterPieces.Piece]

  init(_ face: ClockFace, rasterizer: any Rasterizer, after previous: ClockFaceLayout? = nil) {
    self.face = face
    self.rasterizer = rasterizer
    pieces = previous?.pieces ?? []
  }

  func prepare(for geometry: OutputGeometry, completion: @escaping (Result<LayerTree, RasterError>) -> Void) {
    cancel()
    warning = nil
    let background = LayerTree(background: face.background)
    guard let request = request(for: geometry) else { return completion(.success(background)) }
    tickets.request(.text(request), of: rasterizer, failed: { completion(.failure($0)) }) { [weak self] picture in
      guard let self else { return }
      warning = TextWarning.sentence(about: picture, of: "the clock")
      completion(.success(tree(picture, on: geometry)))
    }
  }

  func cancel() { tickets.cancel() }

  /// Nil if there is nothing to draw.
  func request(for geometry: OutputGeometry) -> TextRasterRequest? {
    let text = BannerText.sanitized(face.text)
    let template = BannerText.sanitized(face.template)
    let largest = min(geometry.size.height, Double(TextLimits.maximumSide))
    var request = TextRasterRequest(text, filling: geometry, upTo: largest)
    request?.font = face.font
    request?.foreground = face.foreground
    request?.arrangement = .like(template: template.isEmpty ? text : template)
    return request
  }

  private func tree(_ picture: RasterPicture, on geometry: OutputGeometry) -> LayerTree {
    let grid = PixelGrid(geometry)
    pieces = picture.bitmap.map { LetterPieces.pieces(of: $0, at: picture.rect, known: pieces) } ?? []
    let layers = pieces.enumerated().compactMap { index, piece -> Layer? in
      RasterPicture(bitmap: piece.bitmap, rect: piece.rect, fontSize: picture.fontSize, isTruncated: false)
        .layer(index + 1, in: face.foreground, on: grid)
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

/// Cuts a drawn text at rows and columns without ink into pieces of about a letter. Equal letters of the next text keep their layer and its
/// picture.
nonisolated enum LetterPieces {
  struct Piece {
    var rect: PixelRect
    var bitmap: Bitmap
  }

  /// A text with more pieces is cut into lines only.
  static let most = 64

  /// The pieces of a picture at `place` in its box, line by line from the left. Equal `known` pieces are used again.
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

  /// The ranges with `true`.
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

  /// - Parameter columns: within the bitmap, as is `row`.
  private static func bytes(of bitmap: Bitmap, row: Int, columns: Range<Int>) -> Slice<UnsafeRawBufferPointer> {
    let start = row * bitmap.stride
    let pixelBytes = bitmap.format.bytesPerPixel
    return bitmap.bytes[(start + columns.lowerBound * pixelBytes)..<(start + columns.upperBound * pixelBytes)]
  }
}
