public import Rasterizing

/// A reply and its memory file; none where there are no pixels.
public struct WorkerAnswer: ~Copyable {
  /// What is told of it.
  public var outcome: ReplyMessage.Outcome
  /// The pixels or the file, sealed.
  public var memory: OutputMemory?

  /// Makes an answer.
  public init(outcome: ReplyMessage.Outcome, memory: consuming OutputMemory? = nil) {
    self.outcome = outcome
    self.memory = memory
  }

  var descriptor: Int32? {
    switch memory {
    case .some(let memory): memory.descriptor
    case .none: nil
    }
  }
}
