internal import RasterWorker
internal import Rasterizing

/// Checks the end of a picture file. Decoders would show the beginning of a cut-off file, and leave the rest grey.
enum FileEnding {
  case whole
  /// A JPEG file with one scan that lacks the last marker (EOI), as some cameras write it. `JPEGFile` reports whether its data are
  /// complete.
  case withoutMarker
  case cutOff

  private static let iend: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]

  /// Throws an error if a file was cut off. For formats that are not checked here, the decoders fail.
  @discardableResult
  static func require(_ file: DocumentFile, _ format: FileFormat) throws(RasterError) -> FileEnding {
    let ending: FileEnding =
      switch format {
      case .png: try png(file) ? .whole : .cutOff
      case .jpeg: try jpeg(file)
      case .webp: webp(file) ? .whole : .cutOff
      case .gif: GIFOutline(file).isCutOff ? .cutOff : .whole
      case .avif, .heic, .svg, .pdf, .other: .whole
      }
    if case .cutOff = ending { throw .damaged("it ends too early") }
    return ending
  }

  /// A PNG file has chunks, and `IEND` is the last (ISO 15948, 5.3).
  private static func png(_ file: DocumentFile) throws(RasterError) -> Bool {
    if try file.ending(iend.count) == iend { return true }
    var cursor = FileCursor(file, at: 8)
    while let length = cursor.number(4), let name = cursor.bytes(4) {
      if name.elementsEqual("IEND".utf8) { return true }
      cursor.skip(length + 4)
    }
    return false
  }

  /// A JPEG file has segments with their lengths, and scans (ITU-T T.81, annex B). Within a scan, 0 or a restart's number follows each 255.
  private static func jpeg(_ file: DocumentFile) throws(RasterError) -> FileEnding {
    if try file.ending(2) == [0xFF, 0xD9] { return .whole }
    var cursor = FileCursor(file, at: 2)
    // If there are several scans, each has a part of every row, and the number of missing scans is unknown.
    var components: Int?
    var isInOneScan = false
    while cursor.skip(past: 0xFF) {
      var code = cursor.next()
      while code == 0xFF { code = cursor.next() }
      switch code {
      case nil: return isInOneScan ? .withoutMarker : .cutOff
      case 0xD9: return .whole
      case 0x00, 0x01, .some(0xD0...0xD8): break
      case .some(let marker):
        guard let length = cursor.number(2) else { return .cutOff }
        let segment = cursor.offset + length - 2
        switch marker {
        // In baseline and extended sequential frames, the number of components follows depth, height and width.
        case 0xC0, 0xC1: components = cursor.bytes(6)?.last.map(Int.init)
        case 0xDA: isInOneScan = !isInOneScan && components != nil && cursor.number(1) == components
        default: break
        }
        cursor.skip(segment - cursor.offset)
      }
    }
    return isInOneScan ? .withoutMarker : .cutOff
  }

  /// The header of a WebP file has the length of the rest (RFC 9649, section 2.4).
  private static func webp(_ file: DocumentFile) -> Bool {
    var cursor = FileCursor(file, at: 4)
    guard let length = cursor.bytes(4) else { return false }
    return 8 + length.reversed().reduce(0) { $0 << 8 | Int($1) } <= file.size
  }
}

/// Reads a file from front to back, a block at a time.
struct FileCursor {
  private static let blockSize = 1 << 15
  private let file: DocumentFile
  private var block: [UInt8] = []
  /// The offset of the block in the file.
  private var start = 0
  private(set) var offset: Int

  init(_ file: DocumentFile, at offset: Int = 0) {
    self.file = file
    self.offset = max(0, min(offset, file.size))
  }

  /// The next byte; nil at the end.
  mutating func next() -> UInt8? {
    guard fill() else { return nil }
    defer { offset += 1 }
    return block[offset - start]
  }

  /// The next bytes; nil if there are fewer.
  mutating func bytes(_ count: Int) -> [UInt8]? {
    var result: [UInt8] = []
    for _ in 0..<count {
      guard let byte = next() else { return nil }
      result.append(byte)
    }
    return result
  }

  /// A number of `count` bytes, the highest byte first.
  mutating func number(_ count: Int) -> Int? { bytes(count)?.reduce(0) { $0 << 8 | Int($1) } }

  mutating func skip(_ count: Int) { offset = min(offset + max(0, count), file.size) }

  /// Skips all bytes up to the next byte with this value, including it. Returns false if there is none.
  mutating func skip(past byte: UInt8) -> Bool {
    while fill() {
      if let place = block[(offset - start)...].firstIndex(of: byte) {
        offset = start + place + 1
        return true
      }
      offset = start + block.count
    }
    return false
  }

  /// Reads the block at the offset. Returns false at the end.
  private mutating func fill() -> Bool {
    if offset >= start, offset < start + block.count { return true }
    start = offset
    block = [UInt8](repeating: 0, count: min(Self.blockSize, file.size - offset))
    let count = unsafe block.withUnsafeMutableBytes { buffer in
      (try? unsafe file.read(at: offset, into: buffer)) ?? 0
    }
    block.removeLast(block.count - count)
    return count > 0
  }
}
