import Foundation
import Synchronization

/// QEMU's machine protocol over one lasting connection.
final class QMPClient: Sendable {
  private let socket: Mutex<StreamSocket>

  init(path: String, by deadline: MachineDeadline) throws {
    var socket = try StreamSocket(path: path, by: deadline)
    _ = try socket.readLine(by: deadline)  // the greeting
    self.socket = Mutex(socket)
    _ = try execute("qmp_capabilities", by: deadline)
  }

  /// Runs a command, passes over events, and returns the value of `return`.
  @discardableResult
  func execute(
    _ command: String, _ arguments: [String: any Sendable] = [:],
    by deadline: MachineDeadline = MachineDeadline(after: .seconds(60))
  ) throws -> (any Sendable)? {
    try execute(command, json: JSONSerialization.data(withJSONObject: arguments), by: deadline)
  }

  /// The same with the arguments as the text of a JSON object.
  @discardableResult
  func execute(_ command: String, json: Data, by deadline: MachineDeadline = MachineDeadline(after: .seconds(60)))
    throws
    -> (any Sendable)?
  {
    let request = Array("{\"execute\": \"\(command)\", \"arguments\": ".utf8) + Array(json) + Array("}".utf8)
    return try socket.withLock { socket in
      try socket.write(request + [0x0A], by: deadline)
      while true {
        let line = try socket.readLine(by: deadline)
        guard let answer = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any] else { continue }
        if let failure = answer["error"] as? [String: Any] {
          throw VirtualMachineError("QEMU refuses \(command): \(failure["desc"] ?? "no reason given")")
        }
        if let value = answer["return"] {
          // The only object whose content counts: query-migrate's.
          return value as? String ?? (value as? [String: Any])?["status"] as? String
        }
      }
    }
  }
}
