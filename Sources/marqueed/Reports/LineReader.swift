import CLinuxEvents
import Glibc

/// What a reader of lines finds next; a bounded number of bytes is read for it.
nonisolated enum LinePart {
  /// A line without its end.
  case line(ArraySlice<UInt8>)
  /// An empty line, or a part of a line that is too long.
  case skipped
  /// Nothing is left, or nothing can be read.
  case end
}

/// The lines of a file from a place on, in a bounded memory.
///
/// It reads no further than a day's file grows (`PlayFiles.mostBytes`).
nonisolated struct LineReader: ~Copyable {
  /// Where a file is read on.
  struct Place: Sendable {
    var position = 0
    /// Whether that is within a line that is too long.
    var isInLongLine = false
  }

  static let lineBytes = 64 << 10
  private static let chunkBytes = 64 << 10
  private let descriptor: Int32
  private let size: Int
  /// What is returned next begins here.
  private(set) var place: Place
  /// What follows `place` in the file begins at `start` of these.
  private var bytes: [UInt8] = []
  private var start = 0

  /// Opens a file; nil where that cannot be opened, or is none.
  init?(_ path: String, from place: Place) {
    guard let file = Self.open(path) else { return nil }
    (descriptor, size) = file
    self.place = place
  }

  deinit { close(descriptor) }

  /// Opens a file of plays, and says how much of it is read; nil where that cannot be opened, or is none.
  fileprivate static func open(_ path: String) -> (descriptor: Int32, size: Int)? {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      return nil
    }
    return (descriptor, min(Int(status.st_size), PlayFiles.mostBytes))
  }

  /// Reads the next line, or a part of one that is too long.
  mutating func next() -> LinePart {
    while true {
      if let newline = firstNewline() {
        let line = bytes[start..<newline]
        pass(to: newline + 1)
        defer { place.isInLongLine = false }
        return line.isEmpty || place.isInLongLine ? .skipped : .line(line)
      }
      if bytes.count - start > Self.lineBytes || place.isInLongLine && start < bytes.count {
        place.isInLongLine = true
        pass(to: bytes.count)
        return .skipped
      }
      guard load() else {
        let rest = bytes[start...]
        pass(to: bytes.count)
        return rest.isEmpty ? .end : .line(rest)
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
    place.position += index - start
    start = index
  }

  /// Puts the bytes that follow those that there are behind them; false at the end, or where they cannot be read.
  private mutating func load() -> Bool {
    let position = place.position + bytes.count - start
    var chunk = [UInt8](repeating: 0, count: max(0, min(Self.chunkBytes, size - position)))
    var count = pread(descriptor, &chunk, chunk.count, off_t(position))
    while count < 0, errno == EINTR { count = pread(descriptor, &chunk, chunk.count, off_t(position)) }
    guard count > 0 else { return false }
    bytes = Array(bytes[start...]) + chunk[..<count]
    start = 0
    return true
  }
}

/// The lines of a file from its last to its first, in a bounded memory.
///
/// It begins no further behind than a day's file grows (`PlayFiles.mostBytes`).
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

  /// How many bytes of the file were not returned yet.
  var bytesLeft: Int { position + end }

  /// Reads the line before the one that was returned last, or a part of one that is too long.
  mutating func next() -> LinePart {
    while true {
      if let newline = lastNewline() {
        let line = bytes[(newline + 1)..<end]
        end = newline
        defer { isInLongLine = false }
        return line.isEmpty || isInLongLine ? .skipped : .line(line)
      }
      if end > LineReader.lineBytes || isInLongLine && end > 0 {
        (isInLongLine, end) = (true, 0)
        return .skipped
      }
      guard position > 0 else {
        defer { end = 0 }
        return end > 0 ? .line(bytes[..<end]) : .end
      }
      guard load() else { return .end }
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
