/// Decompresses a stream of the deflate format (RFC 1951), as PNG files hold it.
struct Inflate {
  private struct BrokenStream: Error {}

  /// A canonical Huffman code as counts by length and symbols in order (RFC 1951 section 3.2.2).
  private struct Code {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int] = []

    init(_ lengths: ArraySlice<Int>) {
      for length in lengths where length > 0 { counts[length] += 1 }
      var starts = [Int](repeating: 0, count: 17)
      for length in 1..<16 { starts[length + 1] = starts[length] + counts[length] }
      symbols = [Int](repeating: 0, count: starts[16])
      for (symbol, length) in lengths.enumerated() where length > 0 {
        symbols[starts[length]] = symbol
        starts[length] += 1
      }
    }
  }

  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  private static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
    8193, 12289, 16385, 24577,
  ]
  private static let lengthCodeOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private let bytes: [UInt8]
  private var position = 0
  private var buffer = 0
  private var bufferedBits = 0
  private var output: [UInt8]
  private var used = 0

  private init(_ bytes: [UInt8], limit: Int) {
    self.bytes = bytes
    output = [UInt8](repeating: 0, count: limit)
  }

  /// The decompressed bytes; nil for a stream that is damaged or longer than `limit`.
  static func bytes(_ stream: [UInt8], limit: Int) -> [UInt8]? {
    var inflate = Inflate(stream, limit: limit)
    do {
      while try !inflate.block() {}
      return Array(inflate.output.prefix(inflate.used))
    } catch {
      return nil
    }
  }

  private mutating func bits(_ count: Int) throws -> Int {
    while bufferedBits < count {
      guard position < bytes.count else { throw BrokenStream() }
      buffer |= Int(bytes[position]) << bufferedBits
      position += 1
      bufferedBits += 8
    }
    defer {
      buffer >>= count
      bufferedBits -= count
    }
    return buffer & (1 << count - 1)
  }

  private mutating func symbol(_ code: Code) throws -> Int {
    var value = 0
    var first = 0
    var index = 0
    for length in 1..<16 {
      value |= try bits(1)
      let count = code.counts[length]
      if value - count < first { return code.symbols[index + value - first] }
      index += count
      first = (first + count) << 1
      value <<= 1
    }
    throw BrokenStream()
  }

  /// Decompresses a block; true after the last.
  private mutating func block() throws -> Bool {
    let isLast = try bits(1) == 1
    switch try bits(2) {
    case 0:
      (buffer, bufferedBits) = (0, 0)
      let length = try bits(16)
      _ = try bits(16)
      guard position + length <= bytes.count, used + length <= output.count else { throw BrokenStream() }
      for offset in 0..<length { output[used + offset] = bytes[position + offset] }
      position += length
      used += length
    case 1:
      let lengths =
        [Int](repeating: 8, count: 144) + [Int](repeating: 9, count: 112) + [Int](repeating: 7, count: 24)
        + [Int](repeating: 8, count: 8)
      try matches(Code(lengths[...]), Code([Int](repeating: 5, count: 30)[...]))
    case 2:
      let (literals, distances) = try dynamicCodes()
      try matches(literals, distances)
    default: throw BrokenStream()
    }
    return isLast
  }

  private mutating func dynamicCodes() throws -> (Code, Code) {
    let literalCount = try bits(5) + 257
    let distanceCount = try bits(5) + 1
    var lengthLengths = [Int](repeating: 0, count: 19)
    for index in 0..<(try bits(4) + 4) { lengthLengths[Self.lengthCodeOrder[index]] = try bits(3) }
    let lengthCode = Code(lengthLengths[...])
    var lengths: [Int] = []
    while lengths.count < literalCount + distanceCount {
      switch try symbol(lengthCode) {
      case 16:
        guard let last = lengths.last else { throw BrokenStream() }
        lengths += [Int](repeating: last, count: try bits(2) + 3)
      case 17: lengths += [Int](repeating: 0, count: try bits(3) + 3)
      case 18: lengths += [Int](repeating: 0, count: try bits(7) + 11)
      case let length: lengths.append(length)
      }
    }
    return (Code(lengths[..<literalCount]), Code(lengths[literalCount..<(literalCount + distanceCount)]))
  }

  private mutating func matches(_ literals: Code, _ distances: Code) throws {
    while true {
      let value = try symbol(literals)
      if value == 256 { return }
      guard used < output.count else { throw BrokenStream() }
      if value < 256 {
        output[used] = UInt8(value)
        used += 1
        continue
      }
      guard value - 257 < Self.lengthBases.count else { throw BrokenStream() }
      let lengthBits = value < 265 || value == 285 ? 0 : (value - 261) / 4
      let length = Self.lengthBases[value - 257] + (try bits(lengthBits))
      let place = try symbol(distances)
      guard place < Self.distanceBases.count else { throw BrokenStream() }
      let distance = Self.distanceBases[place] + (try bits(place < 4 ? 0 : place / 2 - 1))
      guard distance <= used, used + length <= output.count else { throw BrokenStream() }
      copy(length, from: distance)
    }
  }

  /// Copies the bytes from `distance` bytes ago, one at a time, because a copy may overlap its output.
  private mutating func copy(_ length: Int, from distance: Int) {
    for index in used..<(used + length) { output[index] = output[index - distance] }
    used += length
  }
}
