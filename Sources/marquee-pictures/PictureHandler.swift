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
    let painter = PicturePainter(room: room, maximumBytes: maximumBytes)
    switch format {
    case .svg: return try DrawingFile(file).draw(in: room)
    case .pdf, .other: throw .unsupportedFormat(found: format.phrase)
    case .gif:
      try FileEnding.require(file, format)
      let picture = try GIFFile(file)
      if let answer = try painter.draw(picture) { return answer }
      return try painter.draw(picture.still())
    case .webp:
      try FileEnding.require(file, format)
      let picture = try WebPFile(file)
      if let frames = try picture.frames(), let answer = try painter.draw(frames) { return answer }
      if let answer = try picture.drawn(in: room) { return answer }
      return try painter.draw(picture.still())
    case .png, .jpeg, .avif:
      let ending = try FileEnding.require(file, format)
      return try painter.draw(PixbufFile(file, format, ending, room: room, refuse: refuse).still())
    }
  }
}
