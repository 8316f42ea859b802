internal import DisplayTypes

/// Reads the bytes of a `ByteWriter`, and trusts none of them.
struct ByteReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  mutating func read<Number: FixedWidthInteger & UnsignedInteger>(_ type: Number.Type) throws(CodecError) -> Number {
    let width = Number.bitWidth / 8
    guard bytes.endIndex - position >= width else { throw .truncated }
    var number: Number = 0
    for index in 0..<width {
      number |= Number(truncatingIfNeeded: bytes[position + index]) << (8 * index)
    }
    position += width
    return number
  }

  mutating func readCount() throws(CodecError) -> Int {
    // On a machine with 32 bits the count may not fit.
    guard let count = Int(exactly: try read(UInt32.self)) else { throw .invalid("count") }
    return count
  }

  mutating func readFlag() throws(CodecError) -> Bool {
    switch try read(UInt8.self) {
    case 0: false
    case 1: true
    default: throw .invalid("flag")
    }
  }

  mutating func readDouble() throws(CodecError) -> Double {
    let number = Double(bitPattern: try read(UInt64.self))
    guard number.isFinite else { throw .invalid("number") }
    return number
  }

  mutating func readSize() throws(CodecError) -> PixelSize {
    PixelSize(width: try readCount(), height: try readCount())
  }

  mutating func readRect() throws(CodecError) -> PixelRect {
    PixelRect(x: try readCount(), y: try readCount(), width: try readCount(), height: try readCount())
  }

  /// Reads the index of a value in a list, and returns the value.
  mutating func read<Value>(of values: [Value], _ name: String) throws(CodecError) -> Value {
    let place = Int(try read(UInt8.self))
    guard values.indices.contains(place) else { throw .invalid(name) }
    return values[place]
  }

  /// Reads a text of at most `limit` bytes, which must be UTF-8.
  mutating func readText(limit: Int) throws(CodecError) -> String {
    let count = try readCount()
    guard count <= limit else { throw .invalid("length of a text") }
    guard bytes.endIndex - position >= count else { throw .truncated }
    guard let text = String(validating: bytes[position..<position + count], as: UTF8.self) else {
      throw .invalid("text (not UTF-8)")
    }
    position += count
    return text
  }

  func finish() throws(CodecError) {
    guard position == bytes.endIndex else { throw .trailingBytes }
  }
}

/// Appends numbers in little-endian order and texts with their length.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write<Number: FixedWidthInteger & UnsignedInteger>(_ number: Number) {
    var rest = number
    for _ in 0..<Number.bitWidth / 8 {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      // `>>` may shift a byte by its whole width, which gives zero.
      rest = rest >> 8
    }
  }

  /// Writes a count of pixels or bytes. A negative or too large count becomes the nearest possible one.
  mutating func write(count: Int) { write(UInt32(clamping: count)) }

  mutating func write(flag: Bool) { write(UInt8(flag ? 1 : 0)) }

  mutating func write(_ number: Double) { write(number.bitPattern) }

  mutating func write(_ text: String) {
    write(count: text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  mutating func write(_ size: PixelSize) {
    write(count: size.width)
    write(count: size.height)
  }

  mutating func write(_ rect: PixelRect) {
    for count in [rect.x, rect.y, rect.width, rect.height] { write(count: count) }
  }
}

/// A message between daemon and rasteriser that cannot be read.
package enum CodecError: Error, Hashable, CustomStringConvertible {
  case truncated
  case trailingBytes
  /// A number, a text or a combination that the format does not have.
  case invalid(String)

  /// A phrase that fits after `the answer was`.
  package var description: String {
    switch self {
    case .truncated: "a truncated message"
    case .trailingBytes: "a message with more bytes than stated"
    case .invalid(let name): "a message with an invalid \(name)"
    }
  }
}
