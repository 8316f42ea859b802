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
    let format = FileFormat(try file.beginning(FileFormat.lookedAt))
    switch format {
    case .png, .jpeg, .webp, .gif, .avif:
      let picture = try PixbufFile(file, format, room: room, refuse: refuse)
      return try PixbufPainter(picture, room: room, maximumBytes: maximumBytes).draw()
    case .svg: return try DrawingFile(file).draw(in: room)
    case .pdf, .other: throw .unsupportedFormat(found: format.phrase)
    }
  }
}
