internal import RasterWorker
internal import Rasterizing

/// Texts, codes and PNG files.
final class TextHandler: RequestHandler {
  private let painter = TextPainter()

  func answer(
    _ request: RasterRequest, refuse: @escaping (RasterError) -> Never
  ) throws(RasterError) -> WorkerAnswer {
    switch request {
    case .text(let request): return try painter.draw(request)
    case .code(let request): return try CodePainter.draw(request)
    case .png(let request):
      let memory = try PNGEncoder.encode(request)
      let count = memory.count
      return WorkerAnswer(outcome: .file(byteCount: count), memory: memory)
    case .document: throw .invalidRequest("it reads no files")
    }
  }
}
