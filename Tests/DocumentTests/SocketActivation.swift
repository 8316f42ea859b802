import EventLoop
import Glibc
import Testing

/// A unit with `Accept=yes`, without its sandbox: systemd-socket-activate(1) starts a program for each connection to a socket.
final class SocketActivation {
  let unit: WorkerUnit
  private let process: WorkerProcess
  private var lines: [Substring] = []
  private let folder: String

  /// Returns when connections are accepted.
  init(_ program: String, _ arguments: [String] = []) throws {
    folder = try Self.makeFolder()
    unit = WorkerUnit(program: "marquee-pictures", folder: folder)
    process = try WorkerProcess(
      path: "/usr/bin/systemd-socket-activate",
      arguments: ["--accept", "--seqpacket", "--listen=\(unit.path)", program] + arguments, socketNumber: STDERR_FILENO,
      longestPacket: 4096)
    _ = try line { $0.hasPrefix("Listening on") }
  }

  deinit {
    unlink(unit.path)
    rmdir(folder)
  }

  var pid: Int32 { process.pid }

  /// Waits until a program that it has started has ended; the words for that are systemd's.
  func end(of pid: Int32) throws -> Substring { try line { $0.hasPrefix("Child \(pid) died") } }

  /// A folder for a socket.
  static func makeFolder() throws -> String {
    let folder = "/tmp/marquee-unit-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    try #require(mkdir(folder, 0o700) == 0)
    return folder
  }

  /// Reads its output until a line fits; fails after a minute without output.
  private func line(_ fits: (Substring) -> Bool) throws -> Substring {
    while true {
      if let index = lines.firstIndex(where: fits) { return lines.remove(at: index) }
      var watched = pollfd(fd: process.socket, events: Int16(POLLIN), revents: 0)
      try #require(poll(&watched, 1, 60_000) == 1, "systemd-socket-activate has said only \(lines)")
      guard case .packet(let bytes, _) = process.receive() else { continue }
      lines += String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }
  }
}
