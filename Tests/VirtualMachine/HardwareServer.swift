import Foundation
import Synchronization

/// Answers the hardware requests of programs inside a machine, on its own thread, until QEMU closes the port.
final class HardwareServer: Sendable {
  private let hardware: EmulatorHardware

  /// Connects to the host's end of the port and begins to answer.
  init(_ hardware: EmulatorHardware, port path: String, by deadline: MachineDeadline) throws {
    self.hardware = hardware
    let socket = try Mutex(StreamSocket(path: path, by: deadline))
    Thread.detachNewThread { [self] in
      // The loop ends with the first failed read or write, which means that the machine has ended.
      while true {
        do {
          try socket.withLock { socket in
            let line = try socket.readLine(by: .never)
            try socket.write(answer(to: line), by: MachineDeadline(after: .seconds(60)))
          }
        } catch { return }
      }
    }
  }

  private func answer(to line: [UInt8]) throws -> [UInt8] {
    do {
      switch try JSONDecoder().decode(HardwareRequest.self, from: Data(line)) {
      case .monitor(let console, let size):
        try hardware.setMonitor(console: console, to: size)
        return try HardwareMessage.line(of: HardwareAnswer.Head())
      case .photograph(let device, let head):
        return try HardwareMessage.answer(hardware.photograph(device: device, head: head))
      case .command(let command, let arguments):
        let text = try hardware.qmp.execute(command, json: Data(arguments.utf8)) as? String
        return try HardwareMessage.line(of: HardwareAnswer.Head(text: text))
      }
    } catch {
      return try HardwareMessage.line(of: HardwareAnswer.Head(failure: "\(error)"))
    }
  }
}
