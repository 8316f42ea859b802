internal import DisplayTypes

/// A request on its way to the rasteriser: one packet, with the descriptor of a PNG request or a document beside it.
public struct RequestMessage: Hashable, Sendable {
  /// The first bytes of a request: `MQ`, kind of message, version of the format.
  static let magic: UInt32 = 0x0151_514D
  /// The size of a buffer that holds any request.
  public static let maximumBytes = 2 * TextLimits.maximumBytes + TextLimits.maximumFontBytes + 256

  /// Given back in the reply.
  public var identifier: UInt64
  /// What is asked for.
  public var request: RasterRequest

  /// Makes a message with an identifier of the sender's choice.
  public init(identifier: UInt64, request: RasterRequest) {
    self.identifier = identifier
    self.request = request
  }

  /// The packet's bytes.
  public var encoded: [UInt8] {
    var writer = ByteWriter()
    writer.write(Self.magic)
    writer.write(identifier)
    switch request {
    case .text(let request):
      writer.write(UInt8(1))
      write(request, to: &writer)
    case .png(let request):
      writer.write(UInt8(2))
      writer.write(count: request.size.width)
      writer.write(count: request.size.height)
      writer.write(count: request.stride)
      writer.write(request.format.rawValue)
    case .document(let request):
      writer.write(UInt8(10))
      request.write(to: &writer)
    case .code(let request):
      writer.write(UInt8(3))
      writer.write(request.text)
    }
    return writer.bytes
  }

  /// Reads a packet.
  ///
  /// Limits are not checked here but by `RasterRequest.validate()`, save those that reading needs.
  ///
  /// - Parameter descriptors: what came with it: one for a PNG request and for a document, none for a text.
  public init(decoding bytes: ArraySlice<UInt8>, descriptors: [Int32]) throws(CodecError) {
    var reader = ByteReader(bytes)
    guard try reader.read(UInt32.self) == Self.magic else { throw .invalid("beginning") }
    identifier = try reader.read(UInt64.self)
    switch try reader.read(UInt8.self) {
    case 1:
      guard descriptors.isEmpty else { throw .invalid("count of descriptors") }
      request = .text(try Self.readText(from: &reader))
    case 2:
      guard let descriptor = descriptors.first, descriptors.count == 1 else {
        throw .invalid("count of descriptors")
      }
      let size = PixelSize(width: try reader.readCount(), height: try reader.readCount())
      let stride = try reader.readCount()
      guard let format = PNGRequest.PixelFormat(rawValue: try reader.read(UInt8.self)) else {
        throw .invalid("pixel format")
      }
      request = .png(PNGRequest(descriptor: descriptor, size: size, stride: stride, format: format))
    case 10:
      guard let descriptor = descriptors.first, descriptors.count == 1 else {
        throw .invalid("count of descriptors")
      }
      request = .document(try DocumentRequest(from: &reader, descriptor: descriptor))
    case 3:
      guard descriptors.isEmpty else { throw .invalid("count of descriptors") }
      request = .code(CodeRasterRequest(text: try reader.readText(limit: TextLimits.maximumBytes)))
    default: throw .invalid("kind")
    }
    try reader.finish()
  }

  private func write(_ request: TextRasterRequest, to writer: inout ByteWriter) {
    writer.write(request.text)
    writer.write(UInt8(request.usesMarkup ? 1 : 0))
    writer.write(request.font ?? "")
    for channel in [
      request.foreground.red, request.foreground.green, request.foreground.blue, request.foreground.alpha,
    ] {
      writer.write(channel)
    }
    switch request.alignment {
    case .start: writer.write(UInt8(0))
    case .center: writer.write(UInt8(1))
    case .end: writer.write(UInt8(2))
    }
    writer.write(count: request.box.width)
    writer.write(count: request.box.height)
    for number in [
      request.horizontalPixelsPerPoint, request.verticalPixelsPerPoint, request.margin, request.minimumFontSize,
      request.maximumFontSize,
    ] {
      writer.write(number)
    }
    request.arrangement.write(to: &writer)
  }

  private static func readText(from reader: inout ByteReader) throws(CodecError) -> TextRasterRequest {
    let text = try reader.readText(limit: TextLimits.maximumBytes)
    let usesMarkup = try reader.readFlag()
    let font = try reader.readText(limit: TextLimits.maximumFontBytes)
    let color = Color(
      red: try reader.read(UInt8.self), green: try reader.read(UInt8.self), blue: try reader.read(UInt8.self),
      alpha: try reader.read(UInt8.self))
    let alignment: TextAlignment
    switch try reader.read(UInt8.self) {
    case 0: alignment = .start
    case 1: alignment = .center
    case 2: alignment = .end
    default: throw .invalid("alignment")
    }
    let box = PixelSize(width: try reader.readCount(), height: try reader.readCount())
    return TextRasterRequest(
      text: text, usesMarkup: usesMarkup, font: font.isEmpty ? nil : font, foreground: color, alignment: alignment,
      box: box, horizontalPixelsPerPoint: try reader.readDouble(), verticalPixelsPerPoint: try reader.readDouble(),
      margin: try reader.readDouble(), minimumFontSize: try reader.readDouble(),
      maximumFontSize: try reader.readDouble(), arrangement: try TextArrangement.read(from: &reader))
  }
}

/// What is asked of the rasteriser.
public enum RasterRequest: Hashable, Sendable {
  /// A text that becomes a picture.
  case text(TextRasterRequest)
  /// Pixels that become a PNG file.
  case png(PNGRequest)
  /// A file that becomes a picture, or of which something is to be known.
  case document(DocumentRequest)
  /// A text that becomes a code for cameras.
  case code(CodeRasterRequest)

  /// Fails where the rasteriser would refuse it.
  public func validate() throws(RasterError) {
    switch self {
    case .text(let request): try request.validate()
    case .png(let request): try request.validate()
    case .document(let request): try request.validate()
    case .code(let request): try request.validate()
    }
  }
}
