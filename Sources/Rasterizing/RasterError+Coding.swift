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
    case .queueFull, .notStarted, .workerDied, .timedOut, .badReply, .stopped:
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
    default: throw .invalid("error")
    }
  }

  /// Cut after the last whole character that fits.
  private static func shortened(_ text: String) -> String {
    var result = ""
    var count = 0
    for character in text {
      count += character.utf8.count
      guard count <= TextLimits.maximumMessageBytes else { break }
      result.append(character)
    }
    return result
  }
}
