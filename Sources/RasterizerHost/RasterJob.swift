internal import Glibc
internal import Rasterizing

/// A request that waits or is in flight.
final class RasterJob {
  let identifier: UInt64
  let request: RasterRequest
  /// The error if the request was refused before it was sent; otherwise nil.
  let refusal: RasterError?
  /// The error for the next loss, after a worker was lost during the request; otherwise nil.
  var loss: RasterError?
  var sends = 0
  private var completion: ((Result<RasterResult, RasterError>) -> Void)?
  /// A duplicate of the request's descriptor, with which the request can be sent again; -1 for none.
  private(set) var descriptor: Int32 = -1

  init(
    identifier: UInt64, request: RasterRequest, refusal: RasterError?,
    completion: @escaping (Result<RasterResult, RasterError>) -> Void
  ) {
    self.identifier = identifier
    self.request = request
    self.completion = completion
    var refusal = refusal
    let given: Int32? =
      switch request {
      case .text, .code: nil
      case .png(let png): png.descriptor
      case .document(let document): document.descriptor
      }
    if refusal == nil, let given {
      descriptor = fcntl(given, F_DUPFD_CLOEXEC, 3)
      if descriptor < 0 { refusal = .invalidRequest("its descriptor cannot be duplicated (errno \(errno))") }
    }
    self.refusal = refusal
  }

  deinit { closeDescriptor() }

  var isText: Bool { if case .text = request { true } else { false } }

  var isPNG: Bool { if case .png = request { true } else { false } }

  var isCancelled: Bool { completion == nil }

  func cancel() {
    completion = nil
    closeDescriptor()
  }

  /// Calls back, once.
  func finish(_ result: Result<RasterResult, RasterError>) {
    let completion = completion
    cancel()
    completion?(result)
  }

  private func closeDescriptor() {
    guard descriptor >= 0 else { return }
    close(descriptor)
    descriptor = -1
  }
}

/// A request that waits for a process, or for its reply.
final class DocumentJob {
  let program: DocumentProgram
  let operation: DocumentRequest.Operation
  /// The file, which stays open until the request was sent.
  let file: MediaFile
  /// Whether all other requests for the document take precedence.
  var isPatient: Bool
  private var completion: ((Result<RasterResult, RasterError>) -> Void)?
  /// The request at the process.
  var ticket: RasterTicket?
  weak var worker: DocumentWorker?

  init(
    _ program: DocumentProgram, _ operation: DocumentRequest.Operation, of file: MediaFile, isPatient: Bool,
    completion: @escaping (Result<RasterResult, RasterError>) -> Void
  ) {
    self.program = program
    self.operation = operation
    self.file = file
    self.isPatient = isPatient
    self.completion = completion
  }

  var request: RasterRequest {
    .document(DocumentRequest(descriptor: file.descriptor, version: file.version, operation: operation))
  }

  func cancel() {
    // If the process has no other request, it may end.
    let ticket = release()
    completion = nil
    ticket?.cancel()
  }

  /// Calls back, once.
  func finish(_ result: Result<RasterResult, RasterError>) {
    _ = release()
    let completion = completion
    self.completion = nil
    completion?(result)
  }

  private func release() -> RasterTicket? {
    worker?.pending -= 1
    worker = nil
    return ticket.take()
  }
}
