import CLinuxEvents
import Foundation

/// A named pipe by which a test and its programs notify each other.
final class Bell {
  let path: String
  private let descriptor: Int32

  /// Makes the pipe. Both its ends are open, so that no side waits for the other to open one.
  init(_ path: String) throws {
    self.path = path
    unlink(path)
    guard mkfifo(path, 0o600) == 0 else { throw TmuxTerminal.Failure(description: "\(path): errno \(errno)") }
    descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw TmuxTerminal.Failure(description: "\(path): errno \(errno)") }
  }

  deinit {
    close(descriptor)
    unlink(path)
  }

  /// Lets go a program that reads a line.
  func ring() { write(descriptor, "\n", 1) }

  /// Throws away all that was written so far.
  func silence() {
    var bytes = [UInt8](repeating: 0, count: 65536)
    while read(descriptor, &bytes, bytes.count) > 0 {}
  }

  /// Waits until something was written; whether it was in time.
  func wait(until end: Date) -> Bool { Self.wait(for: descriptor, until: end) }

  /// The next line; throws if none comes within a minute.
  func line() throws -> String {
    let end = Date.now + 60
    var line: [UInt8] = []
    while wait(until: end) {
      var byte: UInt8 = 0
      guard read(descriptor, &byte, 1) == 1 else { continue }
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    throw TmuxTerminal.Failure(description: "nobody wrote to \(path)")
  }

  /// Waits until a descriptor can be read; whether that was in time.
  static func wait(for descriptor: Int32, until end: Date = .now + 60) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let result = poll(&entry, 1, Int32(max(0, end.timeIntervalSinceNow * 1000)))
      if result >= 0 || errno != EINTR { return result > 0 }
    }
  }

  /// Waits for the end of a process, even if another process reaps it. Returns whether it ended within a minute.
  static func waitForEnd(of process: pid_t) -> Bool {
    let descriptor = marquee_pidfd_open(process)
    guard descriptor >= 0 else { return errno == ESRCH }
    defer { close(descriptor) }
    return wait(for: descriptor)
  }
}
