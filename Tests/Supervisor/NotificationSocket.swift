import CLinuxEvents
import Glibc
import TestKit

/// The socket for the program's reports about itself (sd_notify(3)).
struct NotificationSocket {
  /// A report: lines of `NAME=value`, and descriptors, which the receiver owns.
  struct Message {
    var lines: [String]
    var descriptors: [Int32]

    func value(of name: String) -> String? {
      lines.first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.utf8.count + 1)) }
    }
  }

  let path: String
  let descriptor: Int32

  init() throws(SupervisorError) {
    path = "/tmp/supervisor-\(getpid()).sock"
    unlink(path)
    do throws(TestSocket.Failure) {
      descriptor = try TestSocket.bound(to: path, TestSocket.datagrams)
    } catch {
      throw SupervisorError(error.call, error.code)
    }
  }

  func receive() -> Message? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    var descriptors = [Int32](repeating: -1, count: MARQUEE_MOST_DESCRIPTORS)
    var count: Int32 = 0
    let length = marquee_receive_with_descriptors(descriptor, &bytes, bytes.count, &descriptors, &count)
    guard length >= 0 else { return nil }
    let text = String(decoding: bytes[..<length], as: UTF8.self)
    return Message(
      lines: text.split(separator: "\n").map(String.init), descriptors: Array(descriptors[..<Int(count)]))
  }
}
