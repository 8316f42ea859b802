internal import Rasterizing

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
  weak var seat: DocumentSeat?

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
