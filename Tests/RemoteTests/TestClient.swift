import Foundation
import TestKit

/// A connection to a port of this machine.
final class TestClient: Sendable {
  let descriptor: Int32

  init?(port: UInt16) {
    guard let number = try? TestSocket.connected(toPort: port) else { return nil }
    descriptor = number
  }

  deinit { close(descriptor) }

  /// Sends all of it, as far as the other side takes it.
  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// The next bytes; empty if the other side has closed.
  func read() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : []
  }

  /// The error of the connection since the last call; zero for none (SO_ERROR).
  var lastError: Int32 {
    var error: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size)
    return error
  }

  /// Sends the end of the stream.
  func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Whether the other side has closed, without waiting.
  var isHungUpOn: Bool {
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT)) == 0
  }

  /// Reads until a text has come, on its own thread, because the server uses Swift's threads. False if the other side closes before.
  func read(until text: String) async -> Bool {
    await withCheckedContinuation { continuation in
      Thread { [self] in continuation.resume(returning: readNow(until: text)) }.start()
    }
  }

  private func readNow(until text: String) -> Bool {
    var all = ""
    while !all.contains(text) {
      let more = read()
      guard !more.isEmpty else { return false }
      all += String(decoding: more, as: UTF8.self)
    }
    return true
  }
}
