internal import Rasterizing

/// A text's reply and its memory file; none where nothing has ink.
struct DrawnText: ~Copyable {
  var outcome: ReplyMessage.Outcome
  var memory: OutputMemory?

  var descriptor: Int32? {
    switch memory {
    case .some(let memory): memory.descriptor
    case .none: nil
    }
  }
}
