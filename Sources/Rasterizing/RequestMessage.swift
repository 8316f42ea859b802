package import DisplayTypes

/// A request to a worker. It is one packet, with the descriptor of a PNG request or a document.
package struct RequestMessage: Hashable, Sendable {
  /// The first bytes of a request: `MQ`, kind of message, version of the format.
  static let magic: UInt32 = 0x0151_514D
  /// The size of a buffer that holds any request.
  package static let maximumBytes = 2 * TextLimits.maximumBytes + TextLimits.maximumFontBytes + 256
  private static let alignments = [TextAlignment.start, .center, .end]

  /// A number that the sender chooses and the reply returns.
  package var identifier: UInt64
  package var request: RasterRequest

  package init(identifier: UInt64, request: RasterRequest) {
    self.identifier = identifier
    self.request = request
  }

  package var encoded: [UInt8] {
    var writer = ByteWriter()
    writer.write(Self.magic)
    writer.write(identifier)
    switch request {
    case .text(let request):
      writer.write(UInt8(1))
      write(request, to: &writer)
    case .png(let request):
      writer.write(UInt8(2))
      writer.write(request.size)
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

  /// Reads a packet. `RasterRequest.validate()` checks the other limits.
  ///
  /// - Parameter descriptors: the descriptors of the packet: one for a PNG request or a document, none for a text.
  package init(decoding bytes: ArraySlice<UInt8>, descriptors: [Int32]) throws(CodecError) {
    var reader = ByteReader(bytes)
    guard try reader.read(UInt32.self) == Self.magic else { throw .invalid("beginning") }
    guard descriptors.count <= 1 else { throw .invalid("count of descriptors") }
    identifier = try reader.read(UInt64.self)
    switch (try reader.read(UInt8.self), descriptors.first) {
    case (1, nil): request = .text(try Self.readText(from: &reader))
    case (2, let descriptor?):
      let (size, stride) = (try reader.readSize(), try reader.readCount())
      guard let format = PNGRequest.WordFormat(rawValue: try reader.read(UInt8.self)) else {
        throw .invalid("pixel format")
      }
      request = .png(PNGRequest(descriptor: descriptor, size: size, stride: stride, format: format))
    case (3, nil): request = .code(CodeRasterRequest(text: try reader.readText(limit: TextLimits.maximumBytes)))
    case (10, let descriptor?): request = .document(try DocumentRequest(from: &reader, descriptor: descriptor))
    case (1, _), (2, _), (3, _), (10, _): throw .invalid("count of descriptors")
    default: throw .invalid("kind")
    }
    try reader.finish()
  }

  private func write(_ request: TextRasterRequest, to writer: inout ByteWriter) {
    writer.write(request.text)
    writer.write(flag: request.usesMarkup)
    writer.write(request.font ?? "")
    let color = request.foreground
    for channel in [color.red, color.green, color.blue, color.alpha] { writer.write(channel) }
    writer.write(UInt8(Self.alignments.firstIndex(of: request.alignment) ?? 0))
    writer.write(request.box)
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
    return TextRasterRequest(
      text: text, usesMarkup: usesMarkup, font: font.isEmpty ? nil : font, foreground: color,
      alignment: try reader.read(of: alignments, "alignment"), box: try reader.readSize(),
      horizontalPixelsPerPoint: try reader.readDouble(), verticalPixelsPerPoint: try reader.readDouble(),
      margin: try reader.readDouble(), minimumFontSize: try reader.readDouble(),
      maximumFontSize: try reader.readDouble(), arrangement: try TextArrangement.read(from: &reader))
  }
}

/// A request to one of the workers.
public enum RasterRequest: Hashable, Sendable {
  case text(TextRasterRequest)
  case png(PNGRequest)
  /// A file that becomes a picture, a number of pages or texts.
  case document(DocumentRequest)
  case code(CodeRasterRequest)

  /// Throws the error with which the worker would refuse the request.
  package func validate() throws(RasterError) {
    switch self {
    case .text(let request): try request.validate()
    case .png(let request): try request.validate()
    case .document(let request): try request.validate()
    case .code(let request): try request.validate()
    }
  }
}

/// Pixels in a memory file, to be written as a PNG file.
public struct PNGRequest: Hashable, Sendable {
  /// The meaning of a 32-bit word in host order.
  package enum WordFormat: UInt8, Hashable, Sendable {
    /// `0x--RRGGBB`, DRM's `XRGB8888`.
    case xrgb32 = 1
    /// `0xAARRGGBB` premultiplied, DRM's `ARGB8888`.
    case argb32 = 2
  }

  /// A memfd that is sealed at least against shrinking. The caller owns it, and may close it when `rasterize` has returned.
  package var descriptor: Int32
  package var size: PixelSize
  /// Bytes from one row to the next; a multiple of four.
  package var stride: Int
  package var format: WordFormat

  package init(descriptor: Int32, size: PixelSize, stride: Int, format: WordFormat = .xrgb32) {
    self.descriptor = descriptor
    self.size = size
    self.stride = stride
    self.format = format
  }

  /// Throws an error if a number is out of bounds. The rasteriser checks the memory of the descriptor.
  package func validate() throws(RasterError) {
    guard TextLimits.allows(size) else { throw .tooLarge(size) }
    guard stride >= size.width * 4, stride <= 1 << 20, stride % 4 == 0 else {
      throw .invalidRequest("a stride of \(stride) bytes does not fit \(size.width) pixels of four bytes")
    }
  }
}
