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
  /// No code holds so much.
  case codeTooLong(bytes: Int)
  case tooLarge(PixelSize)
  /// What is to be drawn has more pixels than there are for it.
  case roomTooSmall(needs: PixelSize, has: PixelSize)
  /// A number or a text of the request is out of bounds.
  case invalidRequest(String)
  /// Memory ran out in the rasteriser.
  case outOfMemory
  /// The file is of a kind that cannot be shown; what it seems to be.
  case unsupportedFormat(found: String)
  /// A part of the system that reads this kind of file is not installed; the Debian package that has it.
  case missingCodec(format: String, package: String)
  /// The document cannot be read without its password.
  case encrypted
  case noPages
  /// The file is not what its kind demands; the reason in the words of the one who read it.
  case damaged(String)
  /// The file declares more pixels than are decoded.
  case tooManyPixels(PixelSize)
  /// Somebody has written to the file since it was opened.
  case fileChanged
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
    case .codeTooLong(let bytes):
      "the QR code's text has \(bytes) bytes, at most \(QRCodeLimits.mostBytes) fit into one; shorten it"
    case .tooLarge(let size):
      "a picture of \(size.width)x\(size.height) pixels cannot be drawn: each side must be 1 to \(TextLimits.maximumSide), "
        + "and both together at most \(TextLimits.maximumPixels) pixels"
    case .roomTooSmall(let needs, let has):
      "it needs at least \(needs.width)x\(needs.height) pixels, and there are \(has.width)x\(has.height) for it; "
        + "give it more room, or show less"
    case .invalidRequest(let what): "the rasteriser refuses the request: \(what)"
    case .unsupportedFormat(let found):
      "it is \(found), which cannot be shown; PNG, JPEG, WebP, GIF, AVIF and SVG can as images, and PDF as a deck"
    case .missingCodec(let format, let package):
      "this machine cannot read \(format); install the Debian package \(package)"
    case .encrypted: "the document is protected by a password; save it without one"
    case .noPages: "the document has no pages; export it again"
    case .damaged(let reason): "the file is damaged or was not copied whole (\(reason)); copy or export it again"
    case .tooManyPixels(let size):
      "the picture has \(size.width)x\(size.height) pixels, more than are decoded (\(PictureLimits.maximumPixels)); scale it down"
    case .fileChanged: "the file was written to while it was read; it is shown when that is done"
    case .outOfMemory: "the rasteriser ran out of memory; show something smaller, or free memory"
    case .drawingFailed(let what): "the rasteriser could not draw: \(what)"
    case .queueFull(let limit): "the rasteriser has \(limit) requests waiting already; ask again later"
    case .notStarted(let path, let reason):
      "the rasteriser could not be started: \(path): \(reason); install it there"
    case .workerDied(let reason): "the rasteriser died twice over this request (\(reason)); the picture stays as it was"
    case .timedOut(let seconds):
      "the rasteriser did not answer within \(seconds) s and was ended; another is started for the next try; "
        + "where that does not help, show something simpler"
    case .badReply(let what): "the rasteriser's answer was rejected (\(what)) and it was ended"
    case .stopped: "the rasteriser was stopped"
    }
  }
}

extension RasterError {
  /// Writes the errors that the rasteriser itself raises; the others are the daemon's and become words.
  func write(to writer: inout ByteWriter) {
    switch self {
    case .noFonts: writer.write(UInt8(1))
    case .badMarkup(let message):
      writer.write(UInt8(2))
      writer.write(Self.shortened(message))
    case .textTooLong(let bytes):
      writer.write(UInt8(3))
      writer.write(count: bytes)
    case .tooLarge(let size):
      writer.write(UInt8(4))
      writer.write(count: size.width)
      writer.write(count: size.height)
    case .invalidRequest(let what):
      writer.write(UInt8(5))
      writer.write(Self.shortened(what))
    case .outOfMemory: writer.write(UInt8(6))
    case .drawingFailed(let what):
      writer.write(UInt8(7))
      writer.write(Self.shortened(what))
    case .unsupportedFormat(let found):
      writer.write(UInt8(10))
      writer.write(Self.shortened(found))
    case .encrypted: writer.write(UInt8(11))
    case .noPages: writer.write(UInt8(12))
    case .damaged(let reason):
      writer.write(UInt8(13))
      writer.write(Self.shortened(reason))
    case .tooManyPixels(let size):
      writer.write(UInt8(14))
      writer.write(count: size.width)
      writer.write(count: size.height)
    case .fileChanged: writer.write(UInt8(15))
    case .missingCodec(let format, let package):
      writer.write(UInt8(16))
      writer.write(Self.shortened(format, limit: TextLimits.maximumMessageBytes / 2))
      writer.write(Self.shortened(package, limit: TextLimits.maximumMessageBytes / 2))
    case .codeTooLong(let bytes):
      writer.write(UInt8(8))
      writer.write(count: bytes)
    case .roomTooSmall, .queueFull, .notStarted, .workerDied, .timedOut, .badReply, .stopped:
      writer.write(UInt8(7))
      writer.write(Self.shortened(description))
    }
  }

  static func read(from reader: inout ByteReader) throws(CodecError) -> RasterError {
    switch try reader.read(UInt8.self) {
    case 1: return .noFonts
    case 2: return .badMarkup(try reader.readText(limit: TextLimits.maximumMessageBytes))
    case 3: return .textTooLong(bytes: try reader.readCount())
    case 4: return .tooLarge(PixelSize(width: try reader.readCount(), height: try reader.readCount()))
    case 5: return .invalidRequest(try reader.readText(limit: TextLimits.maximumMessageBytes))
    case 6: return .outOfMemory
    case 7: return .drawingFailed(try reader.readText(limit: TextLimits.maximumMessageBytes))
    case 10: return .unsupportedFormat(found: try reader.readText(limit: TextLimits.maximumMessageBytes))
    case 11: return .encrypted
    case 12: return .noPages
    case 13: return .damaged(try reader.readText(limit: TextLimits.maximumMessageBytes))
    case 14: return .tooManyPixels(PixelSize(width: try reader.readCount(), height: try reader.readCount()))
    case 15: return .fileChanged
    case 16:
      return .missingCodec(
        format: try reader.readText(limit: TextLimits.maximumMessageBytes / 2),
        package: try reader.readText(limit: TextLimits.maximumMessageBytes / 2))
    case 8: return .codeTooLong(bytes: try reader.readCount())
    default: throw .invalid("error")
    }
  }

  /// Cut after the last whole character that fits.
  static func shortened(_ text: String, limit: Int = TextLimits.maximumMessageBytes) -> String {
    var result = ""
    var count = 0
    for character in text {
      count += character.utf8.count
      guard count <= limit else { break }
      result.append(character)
    }
    return result
  }
}

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
