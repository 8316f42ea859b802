/// WebP files made of others (RFC 9649).
enum TestWebP {
  /// The same picture with a block of EXIF.
  static func extended(_ file: [UInt8], exif: [UInt8]) -> [UInt8] {
    var chunks: [(name: String, body: [UInt8])] = []
    var offset = 12
    while offset + 8 <= file.count {
      let length = file[offset + 4..<offset + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
      let name = String(decoding: file[offset..<offset + 4], as: UTF8.self)
      chunks.append((name, Array(file[offset + 8..<min(offset + 8 + length, file.count)])))
      offset += 8 + length + length % 2
    }
    // Flags: alpha and EXIF. 64x48, each less one.
    if chunks.first?.name == "VP8X" { chunks.removeFirst() }
    chunks.insert(("VP8X", [0x18, 0, 0, 0, 63, 0, 0, 47, 0, 0]), at: 0)
    chunks.append(("EXIF", exif))
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
