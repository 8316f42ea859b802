import DisplayTypes

/// WebP files made here, or of others (RFC 9649).
enum TestWebP {
  /// A lossless picture without alpha, with channels of 0 or 255 (RFC 9649, section 3).
  static func lossless(_ size: PixelSize, _ color: (Int, Int) -> (red: Bool, green: Bool, blue: Bool)) -> [UInt8] {
    var bits: [Bool] = []
    func put(_ number: Int, _ count: Int) { bits += (0..<count).map { number >> $0 & 1 == 1 } }
    put(size.width - 1, 14)
    put(size.height - 1, 14)
    // No alpha, version 0, no transform, no cache of colours, one group of codes.
    for count in [1, 3, 1, 1, 1] { put(0, count) }
    // Simple codes: green, red and blue have two symbols of one bit each, alpha and distance have one symbol of no bits.
    for symbols in [[0, 255], [0, 255], [0, 255], [255], [0]] {
      put(1, 1)
      put(symbols.count - 1, 1)
      put(1, 1)
      for symbol in symbols { put(symbol, 8) }
    }
    for y in 0..<size.height {
      for x in 0..<size.width {
        let pixel = color(x, y)
        bits += [pixel.green, pixel.red, pixel.blue]
      }
    }
    let bytes = stride(from: 0, to: bits.count, by: 8).map { first in
      bits[first..<min(first + 8, bits.count)].reversed().reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
    }
    return riff([("VP8L", [0x2F] + bytes)])
  }

  /// The same picture with a block of EXIF and a colour profile.
  static func extended(
    _ file: [UInt8], _ size: PixelSize = PixelSize(width: 64, height: 48), hasAlpha: Bool = true, exif: [UInt8]? = nil,
    profile: [UInt8]? = nil
  ) -> [UInt8] {
    var chunks: [(name: String, body: [UInt8])] = []
    var offset = 12
    while offset + 8 <= file.count {
      let length = file[offset + 4..<offset + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
      let name = String(decoding: file[offset..<offset + 4], as: UTF8.self)
      chunks.append((name, Array(file[offset + 8..<min(offset + 8 + length, file.count)])))
      offset += 8 + length + length % 2
    }
    if chunks.first?.name == "VP8X" { chunks.removeFirst() }
    if let profile { chunks.insert(("ICCP", profile), at: 0) }
    let flags: UInt8 = (profile == nil ? 0 : 0x20) | (hasAlpha ? 0x10 : 0) | (exif == nil ? 0 : 0x08)
    let sides = [size.width, size.height].flatMap { little($0 - 1).prefix(3) }
    chunks.insert(("VP8X", [flags, 0, 0, 0] + sides), at: 0)
    if let exif { chunks.append(("EXIF", exif)) }
    return riff(chunks)
  }

  private static func riff(_ chunks: [(name: String, body: [UInt8])]) -> [UInt8] {
    var body: [UInt8] = []
    for chunk in chunks {
      body += Array(chunk.name.utf8) + little(chunk.body.count) + chunk.body
      if chunk.body.count % 2 == 1 { body.append(0) }
    }
    return Array("RIFF".utf8) + little(body.count + 4) + Array("WEBP".utf8) + body
  }

  private static func little(_ number: Int) -> [UInt8] {
    [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
