internal import RasterWorker
internal import Rasterizing

/// Whether a file goes on to where its format ends: of one that does not, decoders show what is there, and leave the rest grey.
enum FileEnding {
  private static let iend: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]

  /// Fails where it was cut off.
  ///
  /// Of the formats that are not looked at here the decoders themselves say it.
  static func require(_ file: DocumentFile, _ format: FileFormat) throws(RasterError) {
    let isThere =
      switch format {
      case .png: try png(file)
      case .jpeg: try jpeg(file)
      case .webp: webp(file)
      case .gif: !GIFOutline(file).isCutOff
      case .avif, .svg, .pdf, .other: true
      }
    guard isThere else { throw .damaged("it ends too early") }
  }

  /// ISO 15948, 5.3: chunks, of which `IEND` is the last.
  private static func png(_ file: DocumentFile) throws(RasterError) -> Bool {
    if try file.ending(iend.count) == iend { return true }
    var cursor = FileCursor(file, at: 8)
    while let length = cursor.number(4), let name = cursor.bytes(4) {
      if name.elementsEqual("IEND".utf8) { return true }
      cursor.skip(length + 4)
    }
    return false
  }

  /// ITU-T T.81, annex B: segments with their lengths, and scans, within which 255 is followed by 0 or by a restart's number.
  private static func jpeg(_ file: DocumentFile) throws(RasterError) -> Bool {
    if try file.ending(2) == [0xFF, 0xD9] { return true }
    var cursor = FileCursor(file, at: 2)
    while cursor.skip(past: 0xFF) {
      var code = cursor.next()
      while code == 0xFF { code = cursor.next() }
      switch code {
      case nil: return false
      case 0xD9: return true
      case 0x00, 0x01, .some(0xD0...0xD8): break
      case .some:
        guard let length = cursor.number(2) else { return false }
        cursor.skip(length - 2)
      }
    }
    return false
  }

  /// RFC 9649, section 2.4: the header says how much follows.
  private static func webp(_ file: DocumentFile) -> Bool {
    var cursor = FileCursor(file, at: 4)
    guard let length = cursor.bytes(4) else { return false }
    return 8 + length.reversed().reduce(0) { $0 << 8 | Int($1) } <= file.size
  }
}
