internal import Rasterizing

/// A process that reads one document, or is to.
final class DocumentSeat {
  let program: DocumentProgram
  let process: RasterizerProcess
  /// Nil for a spare one.
  var document: FileVersion?
  /// The pool's count of requests at the time of the last one.
  var lastUse = 0
  /// Requests that have not been answered.
  var pending = 0

  init(_ program: DocumentProgram, _ process: RasterizerProcess) {
    self.program = program
    self.process = process
  }
}
