/// The agent in the guest (`Tests/Guest/agent.c`, which describes the framing).
struct GuestAgent: Sendable {
  let port: UInt16
  /// The number of guest seconds that may pass in one of ours. The guest's clock jumps over idle time if it counts instructions.
  var clockSpeed = 1.0

  func run(_ script: String, input: [UInt8], timeout: Duration) throws -> CommandResult {
    // The guest ends the script at its timeout and reports that. We allow it some time for the report.
    let deadline = MachineDeadline(after: timeout + .seconds(10))
    return try run(script, input: input, timeout: timeout, by: deadline)
  }

  /// Waits until the agent answers. The guest then runs and has loaded its drivers.
  func waitUntilReady(by deadline: MachineDeadline) throws {
    while true {
      do {
        let attempt = MachineDeadline(after: min(.milliseconds(700), deadline.remaining))
        _ = try run("true", input: [], timeout: .seconds(10), by: attempt)
        return
      } catch {
        guard !deadline.hasPassed else { throw error }
        MachineDeadline.pause(milliseconds: 20)
      }
    }
  }

  private func run(_ script: String, input: [UInt8], timeout: Duration, by deadline: MachineDeadline) throws
    -> CommandResult
  {
    var socket = try StreamSocket(port: port)
    let text = Array(script.utf8)
    let seconds = (Double(timeout.components.seconds) + Double(timeout.components.attoseconds) * 1e-18) * clockSpeed
    try socket.write(Array("\(text.count) \(input.count) \(seconds)\n".utf8) + text + input, by: deadline)
    let head = String(decoding: try socket.readLine(by: deadline), as: UTF8.self).split(separator: " ")
    guard head.count == 2, let status = Int(head[0]), let length = Int(head[1]), length >= 0 else {
      throw VirtualMachineError("The guest's agent answers nonsense: \(head)")
    }
    return CommandResult(status: status, bytes: try socket.read(length, by: deadline))
  }
}
