public import DisplayTypes

/// Picture files made here, byte by byte, so that the result of a decoder is known.
public enum TestPicture {
  /// 100x100, red from left to right and green from top to bottom, 0 to 198.
  public static let gradientPNG = png(PixelSize(width: 100, height: 100)) { x, y in [UInt8(x * 2), UInt8(y * 2), 0] }

  /// An RGB or RGBA picture, as many channels as `pixel` gives, without compression (ISO 15948).
  public static func png(
    _ size: PixelSize, channels: Int = 3, extra: [UInt8] = [], pixel: (Int, Int) -> [UInt8]
  ) -> [UInt8] {
    var rows: [UInt8] = []
    for y in 0..<size.height {
      rows.append(0)
      for x in 0..<size.width { rows += pixel(x, y) }
    }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", big(size.width) + big(size.height) + [8, channels == 4 ? 6 : 2, 0, 0, 0]) + extra
      + chunk("IDAT", zlib(rows)) + chunk("IEND", [])
  }

  /// A chunk of a PNG file with its checksum.
  public static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return big(data.count) + body + big(Int(crc(body)))
  }

  /// RFC 1950 and 1951 with stored blocks.
  public static func zlib(_ data: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    var offset = 0
    repeat {
      let count = min(65_535, data.count - offset)
      let isLast = offset + count == data.count
      let length = [UInt8(count & 0xFF), UInt8(count >> 8)]
      result += [isLast ? 1 : 0] + length + length.map { ~$0 } + data[offset..<offset + count]
      offset += count
    } while offset < data.count
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in data {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return result + big(Int(b << 16 | a))
  }

  /// Four bytes, the highest first.
  public static func big(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private static let crcTable: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
  }

  private static func crc(_ data: [UInt8]) -> UInt32 {
    ~data.reduce(~0) { crcTable[Int(($0 ^ UInt32($1)) & 0xFF)] ^ $0 >> 8 }
  }
}
