import Glibc
import Testing

/// A pipe of the kernel, closed with the value.
final class Pipe {
  private(set) var reader: Int32
  private(set) var writer: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    (reader, writer) = (ends[0], ends[1])
  }

  func write(_ count: Int = 1) {
    _ = Glibc.write(writer, [UInt8](repeating: 1, count: count), count)
  }

  /// Takes one byte.
  func read() {
    var byte: UInt8 = 0
    _ = Glibc.read(reader, &byte, 1)
  }

  func closeWriter() {
    if writer >= 0 { close(writer) }
    writer = -1
  }

  func closeReader() {
    if reader >= 0 { close(reader) }
    reader = -1
  }

  deinit {
    closeReader()
    closeWriter()
  }
}
