internal import RasterWorker
internal import Rasterizing

/// Picture files of one document.
final class PictureHandler: RequestHandler {
  func answer(
    _ request: RasterRequest, refuse: @escaping (RasterError) -> Never
  ) throws(RasterError) -> WorkerAnswer {
    guard case .document(let request) = request else { throw .invalidRequest("it only reads picture files") }
    guard case .picture(let room, let maximumBytes) = request.task else {
      throw .invalidRequest("a picture has no pages")
    }
    let file = try DocumentFile(request)
    let beginning = try file.beginning(FileFormat.lookedAt)
    let format = FileFormat(beginning)
    switch format {
    case .png, .jpeg, .webp, .gif, .avif:
      if format == .webp { try requireLength(of: file, beginning) }
      let picture = try PixbufFile(file, format, room: room, refuse: refuse)
      return try PixbufPainter(picture, room: room, maximumBytes: maximumBytes).draw()
    case .svg: return try DrawingFile(file).draw(in: room)
    case .pdf, .other: throw .unsupportedFormat(found: format.phrase)
    }
  }

  /// A WebP that is cut off is decoded as far as it goes, without a word; its header says how long it should be (RFC 9649, section 2.4).
  private func requireLength(of file: DocumentFile, _ beginning: [UInt8]) throws(RasterError) {
    let declared = 8 + beginning.dropFirst(4).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    guard declared <= file.size else { throw .damaged("it ends \(declared - file.size) bytes too early") }
  }
}
