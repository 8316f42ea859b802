import Glibc
import TestKit
import Testing

/// Files that have a name for a while.
enum TestPath {
  /// Writes a file in the temporary directory.
  static func make(_ bytes: [UInt8]) throws -> String {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let path = "\(folder)/marquee-document-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    try #require(descriptor >= 0, "\(path) cannot be made (errno \(errno))")
    defer { close(descriptor) }
    try #require(write(descriptor, bytes, bytes.count) == bytes.count)
    return path
  }

  static func remove(_ path: String) { unlink(path) }

  /// The contents of a file, also of a file of the kernel.
  static func contents(_ path: String) throws -> String {
    try #require(TemporaryFolder.text(of: path), "\(path) cannot be opened (errno \(errno))")
  }

  /// The output of a program.
  static func output(of program: String, _ argument: String) throws -> String {
    try StartedProgram.run(["sh", "-c", "'\(program)' \(argument)"]).output
  }
}
