/// Appends numbers in little-endian order and texts with their length.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write<Number: FixedWidthInteger & UnsignedInteger>(_ number: Number) {
    var rest = number
    for _ in 0..<Number.bitWidth / 8 {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      // Shifting a byte by its whole width gives zero.
      rest = rest >> 8
    }
  }

  /// Writes a count of pixels or bytes; what is negative or too large becomes the nearest that can be written.
  mutating func write(count: Int) {
    write(UInt32(clamping: count))
  }

  mutating func write(_ number: Double) {
    write(number.bitPattern)
  }

  mutating func write(_ text: String) {
    let utf8 = text.utf8
    write(count: utf8.count)
    bytes.append(contentsOf: utf8)
  }
}
