internal import RasterWorker

/// What the blocks of a file say about its animation, before a frame of it is decoded.
struct AnimationOutline: Hashable {
  var frames = 0
  /// How often it is played; nil for ever.
  var plays: Int? = 1

  /// Looks through a GIF or a WebP; others have one frame.
  init(_ file: DocumentFile, _ format: FileFormat) {
    var cursor = FileCursor(file)
    switch format {
    case .gif: readGIF(&cursor)
    case .webp: readWebP(&cursor, size: file.size)
    case .png, .jpeg, .avif, .svg, .pdf, .other: frames = 1
    }
  }

  /// GIF89a, and Netscape's extension for the count of repetitions.
  private mutating func readGIF(_ cursor: inout FileCursor) {
    guard let header = cursor.bytes(13) else { return }
    Self.skipColors(header[10], &cursor)
    while let block = cursor.next() {
      switch block {
      case 0x21:
        guard let label = cursor.next() else { return }
        if label == 0xFF { readApplication(&cursor) } else { Self.skipBlocks(&cursor) }
      case 0x2C:
        guard let descriptor = cursor.bytes(9) else { return }
        Self.skipColors(descriptor[8], &cursor)
        // The width of the first code.
        guard cursor.next() != nil else { return }
        Self.skipBlocks(&cursor)
        frames += 1
      default: return
      }
    }
  }

  private mutating func readApplication(_ cursor: inout FileCursor) {
    guard let length = cursor.next(), let name = cursor.bytes(Int(length)) else { return }
    guard name.elementsEqual("NETSCAPE2.0".utf8) || name.elementsEqual("ANIMEXTS1.0".utf8) else {
      return Self.skipBlocks(&cursor)
    }
    while let length = cursor.next(), length > 0 {
      guard let block = cursor.bytes(Int(length)) else { return }
      guard block.count >= 3, block[0] & 7 == 1 else { continue }
      let repetitions = Int(block[1]) | Int(block[2]) << 8
      plays = repetitions == 0 ? nil : repetitions + 1
    }
  }

  private static func skipColors(_ flags: UInt8, _ cursor: inout FileCursor) {
    if flags & 0x80 != 0 { cursor.skip(3 << (Int(flags & 7) + 1)) }
  }

  private static func skipBlocks(_ cursor: inout FileCursor) {
    while let length = cursor.next(), length > 0 { cursor.skip(Int(length)) }
  }

  /// RFC 9649, section 2.7: chunks, among them one for the animation and one for each frame.
  private mutating func readWebP(_ cursor: inout FileCursor, size: Int) {
    cursor.skip(12)
    while let head = cursor.bytes(8) {
      let length = head[4...].reversed().reduce(0) { $0 << 8 | Int($1) }
      let next = cursor.offset + length + length & 1
      if head[..<4].elementsEqual("ANIM".utf8), let body = cursor.bytes(6) {
        let count = Int(body[4]) | Int(body[5]) << 8
        plays = count == 0 ? nil : count
      } else if head[..<4].elementsEqual("ANMF".utf8) {
        frames += 1
      }
      guard next <= size else { return }
      cursor.skip(next - cursor.offset)
    }
  }
}
