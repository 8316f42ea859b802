/// How a text is brought into its box.
public enum TextArrangement: Hashable, Sendable {
  /// Wrapped, and as large as fits.
  case fitted
  /// As large as the template fits without being wrapped, and standing where that would, so that a text that changes keeps its size and
  /// its place; all figures have the same width.
  case like(template: String)
  /// In one line, at the largest font size; the box shows the part of it that begins so many pixels from its left end.
  case strip(from: Int)
  /// Wrapped, at the largest font size; only this line of it is drawn, counted from 0.
  case line(Int)

  /// How far from its left end a strip may be looked at, in pixels.
  static let longestStrip = 1 << 22

  /// Fails where a number or a length is out of bounds.
  func validate() throws(RasterError) {
    switch self {
    case .fitted: break
    case .like(let template):
      guard template.utf8.count <= TextLimits.maximumBytes else { throw .textTooLong(bytes: template.utf8.count) }
      guard !template.utf8.contains(0) else { throw .invalidRequest("the template contains a NUL character") }
    case .strip(let from):
      guard (0...Self.longestStrip).contains(from) else {
        throw .invalidRequest("the strip does not begin within 0...\(Self.longestStrip)")
      }
    case .line(let number):
      guard (0...TextLimits.maximumBytes).contains(number) else {
        throw .invalidRequest("the line's number is not within 0...\(TextLimits.maximumBytes)")
      }
    }
  }

  func write(to writer: inout ByteWriter) {
    switch self {
    case .fitted: writer.write(UInt8(0))
    case .like(let template):
      writer.write(UInt8(1))
      writer.write(template)
    case .strip(let from):
      writer.write(UInt8(2))
      writer.write(count: from)
    case .line(let number):
      writer.write(UInt8(3))
      writer.write(count: number)
    }
  }

  static func read(from reader: inout ByteReader) throws(CodecError) -> TextArrangement {
    switch try reader.read(UInt8.self) {
    case 0: .fitted
    case 1: .like(template: try reader.readText(limit: TextLimits.maximumBytes))
    case 2: .strip(from: try reader.readCount())
    case 3: .line(try reader.readCount())
    default: throw .invalid("arrangement")
    }
  }
}
