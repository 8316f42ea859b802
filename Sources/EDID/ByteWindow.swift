/// A stretch of an EDID's bytes that can be read at any offset: what lies outside reads as zero.
///
/// EDID bytes come from outside; so no read of them may trap.
struct ByteWindow {
  private let bytes: [UInt8]
  private let start: Int
  /// The bytes in the window.
  let count: Int

  /// All of `bytes`.
  init(_ bytes: [UInt8]) {
    self.init(bytes, start: 0, count: bytes.count)
  }

  private init(_ bytes: [UInt8], start: Int, count: Int) {
    let first = min(max(0, start), bytes.count)
    self.bytes = bytes
    self.start = first
    self.count = min(max(0, count), bytes.count - first)
  }

  /// The byte at an offset; zero outside.
  subscript(_ offset: Int) -> Int {
    guard offset >= 0, offset < count else { return 0 }
    return Int(bytes[start + offset])
  }

  /// Two bytes, the low one first.
  func word(_ offset: Int) -> Int {
    self[offset] | self[offset + 1] << 8
  }

  /// A part of the window, cut off at its end.
  func window(from offset: Int, count length: Int) -> ByteWindow {
    let first = min(max(0, offset), count)
    return ByteWindow(bytes, start: start + first, count: min(max(0, length), count - first))
  }

  /// Whether the bytes add up to a multiple of 256, as each EDID block's must.
  var hasValidChecksum: Bool {
    var sum = 0
    for offset in 0..<count { sum += self[offset] }
    return sum & 0xFF == 0
  }
}
