import ControlProtocol
import Glibc
import TestKit

/// A client that sends any bytes, and reads only if the test calls it. It never blocks, so the test's one thread drives both sides.
final class RawClient {
  let number: Int32
  private var framer = MessageFramer(limit: 8 << 20)
  private(set) var isAtEnd = false

  init(path: String) throws {
    number = try TestSocket.connected(to: path, TestSocket.stream | TestSocket.nonBlocking)
  }

  deinit { close(number) }

  /// Sends the bytes that the socket accepts now; returns their number, or -1.
  @discardableResult
  func send(_ bytes: some Collection<UInt8>) -> Int {
    let bytes = Array(bytes)
    return Glibc.send(number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  @discardableResult
  func send(_ json: String) -> Int { send(Array(json.utf8) + [0]) }

  /// Reads the available bytes; returns the next message, if it is complete.
  func receive() throws -> String? {
    if let message = try framer.next() { return String(decoding: message, as: UTF8.self) }
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = recv(number, &buffer, buffer.count, 0)
      if count == 0 { isAtEnd = true }
      if count < 0, errno == ECONNRESET { isAtEnd = true }
      guard count > 0 else { break }
      framer.append(buffer[..<count])
    }
    return try framer.next().map { String(decoding: $0, as: UTF8.self) }
  }

  func finishSending() { shutdown(number, Int32(SHUT_WR)) }
}
