import CLinuxEvents
import Glibc

/// The lines of a file from a place on, in a bounded memory.
nonisolated struct LineReader: ~Copyable {
  /// A longer line is passed over.
  static let lineBytes = 64 << 10
  private static let chunkBytes = 64 << 10
  private let descriptor: Int32
  /// Where the line begins that is returned next.
  private(set) var position: Int
  /// What follows `position` in the file begins at `start` of these.
  private var bytes: [UInt8] = []
  private var start = 0
  private var isInLongLine = false

  /// Opens a file; nil where that cannot be opened, or is none.
  init?(_ path: String, from position: Int) {
    guard let file = Self.open(path) else { return nil }
    descriptor = file.descriptor
    self.position = position
  }

  deinit { close(descriptor) }

  /// Opens a file of plays, and says how long it is; nil where that cannot be opened, or is none.
  fileprivate static func open(_ path: String) -> (descriptor: Int32, size: Int)? {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      return nil
    }
    return (descriptor, Int(status.st_size))
  }

  /// The next line, without its end; nil where there is none.
  mutating func next() -> ArraySlice<UInt8>? {
    while true {
      if let newline = firstNewline() {
        let line = bytes[start..<newline]
        pass(to: newline + 1)
        guard !isInLongLine else {
          isInLongLine = false
          continue
        }
        if !line.isEmpty { return line }
      } else {
        if bytes.count - start > Self.lineBytes {
          isInLongLine = true
          pass(to: bytes.count)
        }
        guard load() else {
          let rest = bytes[start...]
          pass(to: bytes.count)
          return rest.isEmpty || isInLongLine ? nil : rest
        }
      }
    }
  }

  private func firstNewline() -> Int? {
    bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress, let found = memchr(base + start, 0x0A, buffer.count - start) else {
        return nil
      }
      return UnsafeRawPointer(found) - base
    }
  }

  private mutating func pass(to index: Int) {
    position += index - start
    start = index
  }

  /// Puts the bytes that follow those that there are behind them; false at the end, or where they cannot be read.
  private mutating func load() -> Bool {
    var chunk = [UInt8](repeating: 0, count: Self.chunkBytes)
    let place = off_t(position + bytes.count - start)
    var count = pread(descriptor, &chunk, chunk.count, place)
    while count < 0, errno == EINTR { count = pread(descriptor, &chunk, chunk.count, place) }
    guard count > 0 else { return false }
    bytes = Array(bytes[start...]) + chunk[..<count]
    start = 0
    return true
  }
}

/// The lines of a file from its last to its first, in a bounded memory.
nonisolated struct BackwardLineReader: ~Copyable {
  private static let chunkBytes = 256 << 10
  private let descriptor: Int32
  /// Where `bytes` begin in the file.
  private var position: Int
  private var bytes: [UInt8] = []
  /// What of `bytes` has not been returned yet.
  private var end = 0
  private var isInLongLine = false

  /// Opens a file; nil where that cannot be opened, or is none.
  init?(_ path: String) {
    guard let file = LineReader.open(path) else { return nil }
    (descriptor, position) = (file.descriptor, file.size)
  }

  deinit { close(descriptor) }

  /// The line before the one that was returned last, without its end; nil where there is none.
  mutating func next() -> ArraySlice<UInt8>? {
    while true {
      if let newline = lastNewline() {
        let line = bytes[(newline + 1)..<end]
        end = newline
        guard !isInLongLine else {
          isInLongLine = false
          continue
        }
        if !line.isEmpty { return line }
      } else if position == 0 {
        defer { end = 0 }
        return end > 0 && !isInLongLine ? bytes[..<end] : nil
      } else {
        if end > LineReader.lineBytes { (isInLongLine, end) = (true, 0) }
        guard load() else { return nil }
      }
    }
  }

  private func lastNewline() -> Int? {
    bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return nil }
      let index = marquee_last_index(base, UInt8(ascii: "\n"), end)
      return index >= 0 ? index : nil
    }
  }

  /// Puts the bytes before those that there are in front of them; false where they cannot be read.
  private mutating func load() -> Bool {
    let count = min(position, Self.chunkBytes)
    var chunk = [UInt8](repeating: 0, count: count)
    while true {
      let result = pread(descriptor, &chunk, count, off_t(position - count))
      if result < 0, errno == EINTR { continue }
      guard result == count else { return false }
      break
    }
    chunk += bytes[..<end]
    (bytes, end) = (chunk, chunk.count)
    position -= count
    return true
  }
}
