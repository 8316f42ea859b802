internal import DisplayTypes

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
