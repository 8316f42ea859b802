import Glibc
import TestKit
import Testing

/// A directory for stand-ins of the rasteriser's program, which is removed after the test.
final class RasterizerTestDirectory {
  private let folder: TemporaryFolder
  var path: String { folder.path }

  init() throws {
    folder = try TemporaryFolder("rasterizer")
  }

  /// Writes a file and returns its path.
  func write(_ name: String, _ text: String) throws -> String {
    let file = path + "/" + name
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    try #require(Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count)
    return file
  }

  /// A file's first 64 KiB.
  static func read(_ path: String) throws -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// The target of a symbolic link; empty if there is no link.
  static func target(of link: String) -> String {
    var bytes = [CChar](repeating: 0, count: 4096)
    let count = bytes.withUnsafeMutableBufferPointer { text in
      text.baseAddress.map { readlink(link, $0, text.count) } ?? -1
    }
    return String(decoding: bytes.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// A shell script in the rasteriser's place: the socket is its descriptor 3, and a packet is one read or write.
  func worker(_ script: String) throws -> String {
    let program = path + "/worker"
    try ProgramFile.write("#!/bin/sh\n" + script + "\n", to: program)
    return program
  }

  /// Takes a request and throws it away.
  static let takeRequest = "dd bs=65536 count=1 <&3 >/dev/null 2>&1"
  /// Lives until it is ended or the socket is closed, and answers nothing.
  static let stay = "exec cat <&3 >/dev/null"
}
