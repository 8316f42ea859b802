internal import RasterWorker
internal import Rasterizing

/// Goes through a file from front to back, a block at a time.
struct FileCursor {
  private static let blockSize = 1 << 15
  private let file: DocumentFile
  private var block: [UInt8] = []
  /// Where the block begins in the file.
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

  /// The next bytes; nil where there are fewer.
  mutating func bytes(_ count: Int) -> [UInt8]? {
    var result: [UInt8] = []
    for _ in 0..<count {
      guard let byte = next() else { return nil }
      result.append(byte)
    }
    return result
  }

  /// A number of so many bytes, the highest one first.
  mutating func number(_ count: Int) -> Int? { bytes(count)?.reduce(0) { $0 << 8 | Int($1) } }

  /// Goes on; the file may end before.
  mutating func skip(_ count: Int) { offset = min(offset + max(0, count), file.size) }

  /// Goes on behind the next byte of that value; false where there is none.
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

  /// Reads the block that the offset is in; false at the end.
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
