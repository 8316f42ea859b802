/// The CRC that vkms makes of a frame.
///
/// Each pixel is four little-endian 16-bit numbers, alpha, red, green, blue, in which eight bits are stretched to sixteen by
/// repeating them; all rows together go through CRC-32, which starts with 0 and is not inverted (`vkms_composer.c`, `blend`).
public enum ScanoutChecksum {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { crc, _ in crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xedb8_8320 }
  }

  /// The CRC of a picture that covers the whole screen.
  public static func of(_ picture: Photograph) -> UInt32 {
    table.withUnsafeBufferPointer { table in
      picture.pixels.withUnsafeBufferPointer { pixels in
        var crc: UInt32 = 0
        func add(_ byte: UInt8) { crc = crc >> 8 ^ table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] }
        var start = 0
        while start + 2 < pixels.count {
          add(0xff)
          add(0xff)
          for channel in 0..<3 {
            add(pixels[start + channel])
            add(pixels[start + channel])
          }
          start += 3
        }
        return crc
      }
    }
  }
}
