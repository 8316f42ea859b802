import Foundation

/// A GIF file in which each frame covers the whole picture.
enum LargeAnimation {
  /// GIF89a: codes of nine bits, and the table cleared before they become longer.
  static func write(_ path: String, frames: Int, width: Int, height: Int) throws {
    let size = [width & 0xFF, width >> 8, height & 0xFF, height >> 8].map { UInt8($0) }
    var bytes = Data("GIF89a".utf8) + size + [0xF7, 0, 0]
    for level in 0...255 { bytes += [UInt8(level), UInt8(255 - level), UInt8(level / 2)] }
    for frame in 0..<frames {
      bytes += [0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0] + size + [0, 8]
      var codes: [UInt8] = []
      codes.reserveCapacity(width * height * 9 / 8)
      var (bits, count): (UInt32, UInt32) = (0, 0)
      func put(_ code: Int) {
        bits |= UInt32(code) << count
        count += 9
        while count >= 8 {
          codes.append(UInt8(bits & 0xFF))
          bits >>= 8
          count -= 8
        }
      }
      for pixel in 0..<width * height {
        if pixel % 250 == 0 { put(256) }
        put((pixel % width * 200 / width + pixel / width + frame * 40) & 0xFF)
      }
      put(257)
      put(0)
      for start in stride(from: 0, to: codes.count, by: 255) {
        let block = codes[start..<min(start + 255, codes.count)]
        bytes += [UInt8(block.count)] + block
      }
      bytes.append(0)
    }
    bytes.append(0x3B)
    try bytes.write(to: URL(fileURLWithPath: path))
  }
}
