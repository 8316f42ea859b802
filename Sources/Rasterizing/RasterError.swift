public import DisplayTypes

/// The reason for a failed request. Its description also has the remedy.
public enum RasterError: Error, Hashable, Sendable {
  /// fontconfig finds no font.
  case noFonts
  /// The text is no Pango markup. The value is the parser's message.
  case badMarkup(String)
  case textTooLong(bytes: Int)
  case codeTooLong(bytes: Int)
  case tooLarge(PixelSize)
  case roomTooSmall(needs: PixelSize, has: PixelSize)
  /// A number or a text of the request is out of bounds.
  case invalidRequest(String)
  /// Memory ran out in the rasteriser.
  case outOfMemory
  case unsupportedFormat(found: String)
  /// The library for this format is not installed. `package` is the Debian package that has it.
  case missingCodec(format: String, package: String)
  case encrypted
  case noPages
  /// The file breaks the rules of its format. The value is the library's reason.
  case damaged(String)
  /// The file declares more pixels than the limit.
  case tooManyPixels(PixelSize)
  /// The file was changed after it was opened.
  case fileChanged
  /// The library that draws or encodes failed.
  case drawingFailed(String)
  case queueFull(limit: Int)
  /// The program could not start. `reason` is the system's reason.
  case notStarted(path: String, reason: String)
  /// The process died twice over the same request.
  case workerDied(reason: String)
  case timedOut(seconds: Int)
  /// The reply is invalid, so the daemon has ended the process.
  case badReply(String)
  case stopped
}

extension RasterError: CustomStringConvertible {
  /// A sentence with the failure and the remedy.
  public var description: String {
    switch self {
    case .noFonts:
      "no text can be drawn: no font is installed; install one (Debian: fonts-dejavu-core, and fonts-noto-core for all scripts)"
    case .badMarkup(let message):
      "the text is not valid Pango markup: \(message); correct it, or show it without markup"
    case .textTooLong(let bytes):
      "the text has \(bytes) bytes, at most \(TextLimits.maximumBytes) can be shown; shorten it"
    case .codeTooLong(let bytes):
      "the QR code's text has \(bytes) bytes, at most \(QRCodeLimits.mostBytes) fit into one; shorten it"
    case .tooLarge(let size):
      "a picture of \(size.width)x\(size.height) pixels cannot be drawn: each side must be 1 to \(TextLimits.maximumSide), "
        + "and both together at most \(TextLimits.maximumPixels) pixels"
    case .roomTooSmall(let needs, let has):
      "it needs at least \(needs.width)x\(needs.height) pixels, and there are \(has.width)x\(has.height) for it; "
        + "give it more room, or show less"
    case .invalidRequest(let reason): "the rasteriser refuses the request: \(reason)"
    case .unsupportedFormat(FileFormat.video): "it is a video, not a picture; show it as a video"
    case .unsupportedFormat(let found):
      "it is \(found); an image is a PNG, JPEG, WebP, GIF, AVIF, HEIC or SVG file, and a deck is a PDF file"
    case .missingCodec(let format, let package):
      "this machine cannot read \(format); install the Debian package \(package)"
    case .encrypted: "the document is protected by a password; save it without one"
    case .noPages: "the document has no pages; export it again"
    case .damaged(let reason): "the file is damaged or was not copied whole (\(reason)); copy or export it again"
    case .tooManyPixels(let size):
      "the picture has \(size.width)x\(size.height) pixels, but at most \(PictureLimits.maximumPixels) can be decoded; scale it down"
    case .fileChanged: "the file changed while it was read; it is shown when it is written completely"
    case .outOfMemory: "the rasteriser ran out of memory; show something smaller, or free memory"
    case .drawingFailed(let reason): "the rasteriser could not draw: \(reason)"
    case .queueFull(let limit): "the rasteriser has \(limit) requests waiting already; ask again later"
    case .notStarted(let path, let reason):
      "the rasteriser could not be started: \(path): \(reason); install it there"
    case .workerDied(let reason): "the rasteriser died twice over this request (\(reason)); the picture stays as it was"
    case .timedOut(let seconds):
      "the rasteriser did not answer within \(seconds) s and was ended; another is started for the next try; "
        + "if that does not help, show something simpler"
    case .badReply(let reply): "the rasteriser's answer was rejected (\(reply)) and it was ended"
    case .stopped: "the rasteriser was stopped"
    }
  }
}

extension RasterError {
  /// Writes an error of the worker. Errors of the daemon are written as texts.
  func write(to writer: inout ByteWriter) {
    switch self {
    case .noFonts: writer.write(UInt8(1))
    case .badMarkup(let message): writer.write(code: 2, texts: message)
    case .textTooLong(let bytes): writer.write(code: 3, counts: bytes)
    case .tooLarge(let size): writer.write(code: 4, counts: size.width, size.height)
    case .invalidRequest(let reason): writer.write(code: 5, texts: reason)
    case .outOfMemory: writer.write(UInt8(6))
    case .drawingFailed(let reason): writer.write(code: 7, texts: reason)
    case .codeTooLong(let bytes): writer.write(code: 8, counts: bytes)
    case .unsupportedFormat(let found): writer.write(code: 10, texts: found)
    case .encrypted: writer.write(UInt8(11))
    case .noPages: writer.write(UInt8(12))
    case .damaged(let reason): writer.write(code: 13, texts: reason)
    case .tooManyPixels(let size): writer.write(code: 14, counts: size.width, size.height)
    case .fileChanged: writer.write(UInt8(15))
    case .missingCodec(let format, let package): writer.write(code: 16, texts: format, package)
    case .roomTooSmall, .queueFull, .notStarted, .workerDied, .timedOut, .badReply, .stopped:
      writer.write(code: 7, texts: description)
    }
  }

  static func read(from reader: inout ByteReader) throws(CodecError) -> RasterError {
    let limit = TextLimits.maximumMessageBytes
    return switch try reader.read(UInt8.self) {
    case 1: .noFonts
    case 2: .badMarkup(try reader.readText(limit: limit))
    case 3: .textTooLong(bytes: try reader.readCount())
    case 4: .tooLarge(try reader.readSize())
    case 5: .invalidRequest(try reader.readText(limit: limit))
    case 6: .outOfMemory
    case 7: .drawingFailed(try reader.readText(limit: limit))
    case 8: .codeTooLong(bytes: try reader.readCount())
    case 10: .unsupportedFormat(found: try reader.readText(limit: limit))
    case 11: .encrypted
    case 12: .noPages
    case 13: .damaged(try reader.readText(limit: limit))
    case 14: .tooManyPixels(try reader.readSize())
    case 15: .fileChanged
    case 16:
      .missingCodec(
        format: try reader.readText(limit: limit / 2), package: try reader.readText(limit: limit / 2))
    default: throw .invalid("error")
    }
  }

  /// Cuts a text after the last whole character that fits.
  static func shortened(_ text: String, limit: Int = TextLimits.maximumMessageBytes) -> String {
    var count = 0
    return String(
      text.prefix { character in
        count += character.utf8.count
        return count <= limit
      })
  }
}

extension ByteWriter {
  fileprivate mutating func write(code: UInt8, texts: String...) {
    write(code)
    for text in texts { write(RasterError.shortened(text, limit: TextLimits.maximumMessageBytes / texts.count)) }
  }

  fileprivate mutating func write(code: UInt8, counts: Int...) {
    write(code)
    for count in counts { write(count: count) }
  }
}

extension RasterError {
  /// Whether the same request may succeed later without a change by a person.
  package var isTemporary: Bool {
    switch self {
    case .outOfMemory, .queueFull, .notStarted, .workerDied, .timedOut, .badReply, .drawingFailed, .noFonts,
      .missingCodec, .fileChanged:
      true
    case .badMarkup, .textTooLong, .codeTooLong, .tooLarge, .roomTooSmall, .invalidRequest, .stopped,
      .unsupportedFormat, .encrypted, .noPages, .damaged, .tooManyPixels:
      false
    }
  }

  /// Whether a person has to install or repair something before the same request can succeed.
  package var awaitsRepair: Bool {
    switch self {
    case .noFonts, .notStarted, .missingCodec: true
    case .outOfMemory, .queueFull, .workerDied, .timedOut, .badReply, .drawingFailed, .badMarkup, .textTooLong,
      .codeTooLong, .tooLarge, .roomTooSmall, .invalidRequest, .stopped, .unsupportedFormat, .encrypted, .noPages,
      .damaged, .tooManyPixels, .fileChanged:
      false
    }
  }
}
