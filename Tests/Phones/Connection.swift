import Glibc
import TestKit

/// A blocking connection of a phone, written by hand: this program must use little processor time beside the measured programs.
struct Connection: ~Copyable {
  private let descriptor: Int32

  /// To a port of this machine.
  init?(port: UInt16) {
    guard let number = try? TestSocket.connected(toPort: port) else { return nil }
    descriptor = number
  }

  /// To a Unix socket.
  init?(path: String) {
    guard let number = try? TestSocket.connected(to: path) else { return nil }
    descriptor = number
  }

  deinit { close(descriptor) }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// The next bytes; nil if the other side has closed.
  func read() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : nil
  }

  /// All bytes until the other side closes.
  func readAll() -> [UInt8] {
    var all: [UInt8] = []
    while let more = read() { all += more }
    return all
  }
}
