public import DisplayTypes

/// Why there is no picture.
///
/// The description says what happened and what to do.
public enum RasterError: Error, Hashable, Sendable {
  /// fontconfig finds no font at all.
  case noFonts
  /// The text is no Pango markup; the parser's own words.
  case badMarkup(String)
  case textTooLong(bytes: Int)
  case tooLarge(PixelSize)
  /// A number or a text of the request is out of bounds.
  case invalidRequest(String)
  /// Memory ran out in the rasteriser.
  case outOfMemory
  /// The library that draws or encodes failed.
  case drawingFailed(String)
  /// So many requests wait already.
  case queueFull(limit: Int)
  /// The program could not be started; the system's reason.
  case notStarted(path: String, reason: String)
  /// It died twice over the same request.
  case workerDied(reason: String)
  case timedOut(seconds: Int)
  /// What it answered makes no sense, so it was ended.
  case badReply(String)
  /// The daemon is stopping.
  case stopped
}

extension RasterError: CustomStringConvertible {
  /// What happened and what to do, as a sentence.
  public var description: String {
    switch self {
    case .noFonts:
      "no text can be drawn: no font is installed; install one (Debian: fonts-dejavu-core, and fonts-noto-core for all scripts)"
    case .badMarkup(let message):
      "the text is not valid Pango markup: \(message); mend it, or show it without markup"
    case .textTooLong(let bytes):
      "the text has \(bytes) bytes, at most \(TextLimits.maximumBytes) can be shown; shorten it"
    case .tooLarge(let size):
      "a picture of \(size.width)x\(size.height) pixels cannot be drawn: each side must be 1 to \(TextLimits.maximumSide), "
        + "and both together at most \(TextLimits.maximumPixels) pixels"
    case .invalidRequest(let what): "the rasteriser refuses the request: \(what)"
    case .outOfMemory: "the rasteriser ran out of memory; show a shorter text, or free memory"
    case .drawingFailed(let what): "the rasteriser could not draw: \(what)"
    case .queueFull(let limit): "the rasteriser has \(limit) requests waiting already; ask again later"
    case .notStarted(let path, let reason):
      "the rasteriser could not be started: \(path): \(reason); install marquee-rasterizer there"
    case .workerDied(let reason): "the rasteriser died twice over this request (\(reason)); the picture stays as it was"
    case .timedOut(let seconds):
      "the rasteriser did not answer within \(seconds) s and was ended; another is started for the next try; "
        + "where that does not help, show a simpler text"
    case .badReply(let what): "the rasteriser's answer was rejected (\(what)) and it was ended"
    case .stopped: "the rasteriser was stopped"
    }
  }
}
