internal import RasterWorker
internal import Rasterizing

/// Handles requests for one document, which stays open between requests.
final class PageHandler: RequestHandler {
  private var document: PageFile?

  func answer(
    _ request: RasterRequest, refuse: @escaping (RasterError) -> Never
  ) throws(RasterError) -> WorkerAnswer {
    guard case .document(let request) = request else { throw .invalidRequest("it only reads documents") }
    let file = try DocumentFile(request)
    let document = try document(request, file)
    switch request.operation {
    case .pageCount: return WorkerAnswer(outcome: .pageCount(document.pageCount))
    case .page(let page, let part, let room): return try document.draw(page: page, part, in: room)
    case .texts(let first, let count, let part): return try document.read(from: first, count: count, part)
    case .videos: return try document.readVideos()
    case .picture: throw .invalidRequest("a document is no picture")
    }
  }

  /// Opens the document at the first request.
  private func document(_ request: DocumentRequest, _ file: DocumentFile) throws(RasterError) -> PageFile {
    if let document {
      guard document.version == request.version else { throw .invalidRequest("this process reads another document") }
      return document
    }
    let format = FileFormat(try file.beginning(FileFormat.examinedBytes))
    guard format == .pdf else { throw .unsupportedFormat(found: format.phrase) }
    try requireEnding(of: file)
    let opened = try PageFile(file, request.version)
    document = opened
    return opened
  }

  /// Throws an error if the file was cut off, because poppler would show its beginning. Each file ends with these bytes (ISO 32000-1,
  /// 7.5.5).
  private func requireEnding(of file: DocumentFile) throws(RasterError) {
    // Some programs add zeros or blanks after the end.
    let filling: Set<UInt8> = [0x00, 0x09, 0x0A, 0x0D, 0x20]
    let last = try file.ending(1 << 20)
    let end = last.lastIndex { !filling.contains($0) }.map { $0 + 1 } ?? 0
    let ending = String(decoding: last.prefix(end).suffix(4096), as: UTF8.self)
    guard ending.contains("%%EOF") || ending.contains("startxref") else { throw .damaged("it ends too early") }
  }
}
