internal import RasterWorker
internal import Rasterizing

/// Goes through a file from front to back, a block at a time.
struct FileCursor {
  private let file: DocumentFile
  private var block: [UInt8]
  /// Where the block begins in the file.
  private var start = 0
  private(set) var offset: Int

  init(_ file: DocumentFile, at offset: Int = 0) {
    self.file = file
    self.offset = offset
    block = []
  }

  /// The next byte; nil at the end.
  mutating func next() -> UInt8? {
    if offset < start || offset >= start + block.count {
      start = offset
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in (try? unsafe file.read(at: offset, into: buffer)) ?? 0
      }
      block = Array(bytes.prefix(count))
    }
    guard offset - start < block.count else { return nil }
    defer { offset += 1 }
    return block[offset - start]
  }

  /// The next bytes; nil where there are fewer.
  mutating func bytes(_ count: Int) -> [UInt8]? {
    var result: [UInt8] = []
    for _ in 0..<count {
      guard let byte = next() else { return nil }
      result.append(byte)
    }
    return result
  }

  /// Goes on; the file may end before.
  mutating func skip(_ count: Int) { offset = min(offset + max(0, count), file.size) }
}
