internal import DisplayTypes
internal import RasterWorker

/// What the blocks of a GIF file say about its animation, before a frame of it is decoded.
struct GIFOutline: Hashable {
  var canvas = PixelSize.zero
  var frames = 0
  /// The longest sides of all frames, which may reach beyond the canvas.
  var largestFrame = PixelSize.zero
  /// How often it is played; nil for ever.
  var plays: Int? = 1
  /// Whether the file ends within a frame.
  var isCutOff = false

  /// GIF89a, and Netscape's extension for the count of repetitions.
  init(_ file: DocumentFile) {
    var cursor = FileCursor(file)
    guard let header = cursor.bytes(13) else { return }
    canvas = Self.size(header[6...])
    Self.skipColors(header[10], &cursor)
    while let block = cursor.next() {
      switch block {
      case 0x21:
        isCutOff = true
        guard let label = cursor.next() else { return }
        let isWhole = label == 0xFF ? readApplication(&cursor) : Self.skipBlocks(&cursor)
        // A graphic control extension announces a frame.
        isCutOff = label == 0xF9 || !isWhole
      case 0x2C:
        isCutOff = true
        guard let descriptor = cursor.bytes(9) else { return }
        let size = Self.size(descriptor[4...])
        largestFrame.width = max(largestFrame.width, size.width)
        largestFrame.height = max(largestFrame.height, size.height)
        Self.skipColors(descriptor[8], &cursor)
        // The width of the first code.
        cursor.skip(1)
        isCutOff = !Self.skipBlocks(&cursor)
        frames += 1
      case 0x3B: return
      // Decoders pass over what begins no block.
      default: continue
      }
    }
  }

  /// False where the file ends within it.
  private mutating func readApplication(_ cursor: inout FileCursor) -> Bool {
    guard let length = cursor.next(), let name = cursor.bytes(Int(length)) else { return false }
    guard name.elementsEqual("NETSCAPE2.0".utf8) || name.elementsEqual("ANIMEXTS1.0".utf8) else {
      return Self.skipBlocks(&cursor)
    }
    while let length = cursor.next() {
      if length == 0 { return true }
      guard let block = cursor.bytes(Int(length)) else { return false }
      guard block.count >= 3, block[0] & 7 == 1 else { continue }
      let repetitions = Int(block[1]) | Int(block[2]) << 8
      plays = repetitions == 0 ? nil : repetitions + 1
    }
    return false
  }

  /// Two numbers of two bytes, the lower one first.
  private static func size(_ bytes: ArraySlice<UInt8>) -> PixelSize {
    let digits = Array(bytes.prefix(4)).map { Int($0) }
    return PixelSize(width: digits[0] | digits[1] << 8, height: digits[2] | digits[3] << 8)
  }

  private static func skipColors(_ flags: UInt8, _ cursor: inout FileCursor) {
    if flags & 0x80 != 0 { cursor.skip(3 << (Int(flags & 7) + 1)) }
  }

  /// False where the file ends before the last of them.
  private static func skipBlocks(_ cursor: inout FileCursor) -> Bool {
    while let length = cursor.next() {
      if length == 0 { return true }
      cursor.skip(Int(length))
    }
    return false
  }
}
