/// Reads what `ByteWriter` wrote, and trusts none of it.
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
    // A machine with 32 bits has no such count.
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
