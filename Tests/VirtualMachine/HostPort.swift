import Foundation
import Synchronization

/// The hardware of the machine in which this program runs. It asks the host through a virtio port (`HardwareRequest`).
///
/// It waits for an answer without sleeping. The guest's clock counts instructions and jumps over idle time, so an idle guest would
/// let minutes pass before the host answers.
final class HostPort: MachineHardware {
  /// The name of the port.
  static let name = "marquee.host"

  private let port: Mutex<Descriptor>

  /// Opens the port.
  init() throws {
    let folder = "/sys/class/virtio-ports"
    let ports = try FileManager.default.contentsOfDirectory(atPath: folder)
    let found = ports.first { port in
      (try? String(contentsOfFile: "\(folder)/\(port)/name", encoding: .utf8)) == "\(Self.name)\n"
    }
    let path = "/dev/\(try unwrapped(found, "The machine has no port \(Self.name)."))"
    port = Mutex(try Descriptor(open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK), "open \(path)"))
  }

  func setMonitor(console: Int, to size: MonitorSize?) throws {
    _ = try ask(.monitor(console: console, size: size))
  }

  func photograph(device: String, head: Int?) throws -> Photograph {
    guard case .picture(let picture) = try ask(.photograph(device: device, head: head)) else {
      throw VirtualMachineError("The host answers a request for a photograph without one.")
    }
    return picture
  }

  func execute(_ command: String, _ arguments: [String: any Sendable]) throws -> String? {
    let data = try JSONSerialization.data(withJSONObject: arguments)
    guard case .text(let text) = try ask(.command(command, arguments: String(decoding: data, as: UTF8.self))) else {
      throw VirtualMachineError("The host answers \(command) with a picture.")
    }
    return text
  }

  private func ask(_ request: HardwareRequest) throws -> HardwareAnswer {
    try port.withLock { descriptor in
      try Self.write(try HardwareMessage.line(of: request), to: descriptor.number)
      let head = try JSONDecoder().decode(HardwareAnswer.Head.self, from: Data(Self.readLine(from: descriptor.number)))
      return try HardwareAnswer(head, pixels: Self.read(head.byteCount, from: descriptor.number))
    }
  }

  private static func write(_ bytes: [UInt8], to number: Int32) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      // The driver accepts 32 KiB at most.
      let count = rest.prefix(32_768).withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EAGAIN, errno != EINTR {
        throw VirtualMachineError("write to the host: \(String(cString: strerror(errno)))")
      }
    }
  }

  private static func readLine(from number: Int32) throws -> [UInt8] {
    var line: [UInt8] = []
    while true {
      let byte = try read(1, from: number)
      if byte == [0x0A] { return line }
      line += byte
    }
  }

  private static func read(_ count: Int, from number: Int32) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var position = 0
    while position < count {
      let received = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(number, buffer.baseAddress.map { $0 + position }, count - position)
      }
      if received > 0 {
        position += received
      } else if received == 0 {
        throw VirtualMachineError("The host has closed its end of the port.")
      } else if errno != EAGAIN, errno != EINTR {
        throw VirtualMachineError("read from the host: \(String(cString: strerror(errno)))")
      }
    }
    return bytes
  }
}
