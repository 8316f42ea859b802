extension RasterError {
  /// Whether the same request may succeed later, without anybody changing it.
  public var isTemporary: Bool {
    switch self {
    case .outOfMemory, .queueFull, .notStarted, .workerDied, .timedOut, .badReply, .drawingFailed, .noFonts,
      .missingCodec,
      .fileChanged:
      true
    case .badMarkup, .textTooLong, .codeTooLong, .tooLarge, .roomTooSmall, .invalidRequest, .stopped,
      .unsupportedFormat, .encrypted, .noPages,
      .damaged,
      .tooManyPixels:
      false
    }
  }

  /// Whether somebody has to install or repair something before the same request can succeed.
  public var awaitsRepair: Bool {
    switch self {
    case .noFonts, .notStarted, .missingCodec: true
    case .outOfMemory, .queueFull, .workerDied, .timedOut, .badReply, .drawingFailed, .badMarkup, .textTooLong,
      .codeTooLong, .tooLarge, .roomTooSmall, .invalidRequest, .stopped, .unsupportedFormat, .encrypted, .noPages,
      .damaged, .tooManyPixels,
      .fileChanged:
      false
    }
  }
}
