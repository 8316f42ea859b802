extension RasterError {
  /// Whether the same request may succeed later, without anybody changing it.
  public var isTemporary: Bool {
    switch self {
    case .outOfMemory, .queueFull, .notStarted, .workerDied, .timedOut, .badReply, .drawingFailed, .noFonts: true
    case .badMarkup, .textTooLong, .tooLarge, .invalidRequest, .stopped: false
    }
  }
}
