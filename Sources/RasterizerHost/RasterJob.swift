internal import Glibc
internal import Rasterizing

/// A request that waits or is in flight.
final class RasterJob {
  let identifier: UInt64
  let request: RasterRequest
  /// Set where the request was refused before it was sent.
  let refusal: RasterError?
  /// Set where it goes back to the queue: what to say when that happens again.
  var loss: RasterError?
  var sends = 0
  private var completion: ((Result<RasterResult, RasterError>) -> Void)?
  /// Our own duplicate of the request's descriptor, so that it can be sent again; -1 for none.
  private(set) var descriptor: Int32

  init(
    identifier: UInt64, request: RasterRequest, refusal: RasterError?,
    completion: @escaping (Result<RasterResult, RasterError>) -> Void
  ) {
    self.identifier = identifier
    self.request = request
    self.completion = completion
    var refusal = refusal
    var descriptor: Int32 = -1
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
    self.descriptor = descriptor
  }

  deinit { closeDescriptor() }

  var kind: RasterKind { RasterKind(of: request) }

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

/// A request that waits for a process, or for its answer.
final class DocumentJob {
  let program: DocumentProgram
  let task: DocumentRequest.Wish
  /// Kept open until the request has gone out.
  let file: MediaFile
  /// It goes to the process when nothing else is wanted of that.
  var isPatient: Bool
  private var completion: ((Result<RasterResult, RasterError>) -> Void)?
  /// The request at the process, and whose that is.
  var ticket: RasterTicket?
  weak var seat: DocumentWorker?

  init(
    _ program: DocumentProgram, _ task: DocumentRequest.Wish, of file: MediaFile, isPatient: Bool = false,
    completion: @escaping (Result<RasterResult, RasterError>) -> Void
  ) {
    self.program = program
    self.task = task
    self.file = file
    self.isPatient = isPatient
    self.completion = completion
  }

  var request: RasterRequest {
    .document(DocumentRequest(descriptor: file.descriptor, version: file.version, task: task))
  }

  func cancel() {
    completion = nil
    // Where it is being worked at, the process may end: nobody waits for it.
    seat?.pending -= 1
    seat = nil
    ticket?.cancel()
    ticket = nil
  }

  /// Calls back, once.
  func finish(_ result: Result<RasterResult, RasterError>) {
    let completion = completion
    self.completion = nil
    seat?.pending -= 1
    seat = nil
    ticket = nil
    completion?(result)
  }
}
