import Foundation
import Synchronization

/// QEMU's machine protocol over one lasting connection.
final class QMPClient: Sendable {
  private let socket: Mutex<StreamSocket>

  init(path: String, by deadline: Deadline) throws {
    var socket = try StreamSocket(path: path, by: deadline)
    _ = try socket.readLine(by: deadline)  // the greeting
    self.socket = Mutex(socket)
    _ = try execute("qmp_capabilities", by: deadline)
  }

  /// Runs a command, passes over events, and returns the value of `return`.
  @discardableResult
  func execute(
    _ command: String, _ arguments: [String: any Sendable] = [:], by deadline: Deadline = Deadline(after: .seconds(10))
  ) throws -> (any Sendable)? {
    let request = try JSONSerialization.data(withJSONObject: ["execute": command, "arguments": arguments])
    return try socket.withLock { socket in
      try socket.write(Array(request) + [0x0A], by: deadline)
      while true {
        let line = try socket.readLine(by: deadline)
        guard let answer = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any] else { continue }
        if let failure = answer["error"] as? [String: Any] {
          throw VirtualMachineError("QEMU refuses \(command): \(failure["desc"] ?? "no reason given")")
        }
        if let value = answer["return"] { return value as? String }
      }
    }
  }
}
