extension RasterError {
  /// Whether the same request may succeed later, without anybody changing it.
  public var isTemporary: Bool {
    switch self {
    case .outOfMemory, .queueFull, .notStarted, .workerDied, .timedOut, .badReply, .drawingFailed, .noFonts: true
    case .badMarkup, .textTooLong, .tooLarge, .invalidRequest, .stopped: false
    }
  }

  /// Whether somebody has to install or repair something before the same request can succeed.
  public var awaitsRepair: Bool {
    switch self {
    case .noFonts, .notStarted: true
    case .outOfMemory, .queueFull, .workerDied, .timedOut, .badReply, .drawingFailed, .badMarkup, .textTooLong,
      .tooLarge, .invalidRequest, .stopped:
      false
    }
  }
}
