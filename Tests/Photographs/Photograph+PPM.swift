extension Photograph {
  /// Reads a binary PPM of 8 bits a channel (`P6`), as QEMU's screendump writes it.
  public init(ppm bytes: [UInt8]) throws {
    var position = 0
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    func nextWord() -> String {
      while position < bytes.count && isSpace(bytes[position]) { position += 1 }
      let start = position
      while position < bytes.count && !isSpace(bytes[position]) { position += 1 }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }
    guard nextWord() == "P6", let width = Int(nextWord()), let height = Int(nextWord()), nextWord() == "255",
      (0...16384).contains(width), (0...16384).contains(height), bytes.count - position - 1 == width * height * 3
    else { throw PictureError("This is no whole PPM of 8 bits a channel.") }
    self.init(width: width, height: height, pixels: Array(bytes[(position + 1)...]))
  }
}
