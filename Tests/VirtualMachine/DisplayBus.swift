import Glibc
import Synchronization

/// QEMU's D-Bus display over one lasting connection. It acts as the cables of the monitors.
///
/// This type has its own connection, because a `dbus-send` for each step costs 5 to 20 ms, and storms have steps of 50 ms.
final class DisplayBus: Sendable {
  private struct BusConnection: ~Copyable, Sendable {
    var socket: StreamSocket
    var serial: UInt32 = 0
  }

  private let connection: Mutex<BusConnection>

  init(path: String, by deadline: MachineDeadline) throws {
    var socket = try StreamSocket(path: path, by: deadline)
    let user = String(getuid()).utf8.map { String($0, radix: 16) }.joined()
    try socket.write([0] + Array("AUTH EXTERNAL \(user)\r\n".utf8), by: deadline)
    let answer = String(decoding: try socket.readLine(by: deadline), as: UTF8.self)
    guard answer.hasPrefix("OK ") else { throw VirtualMachineError("The display bus refuses us: \(answer)") }
    try socket.write(Array("BEGIN\r\n".utf8), by: deadline)
    connection = Mutex(BusConnection(socket: socket))
    try call(
      destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
      member: "Hello", by: deadline)
  }

  /// Plugs, changes or (all zero) unplugs the monitor of a console, counted from zero.
  func setMonitor(
    console: Int, width: Int, height: Int, widthMillimeters: Int, heightMillimeters: Int,
    by deadline: MachineDeadline = MachineDeadline(after: .seconds(5))
  ) throws {
    var body = BusMessage()
    body.append(UInt16(clamping: widthMillimeters))
    body.append(UInt16(clamping: heightMillimeters))
    body.append(Int32(0))
    body.append(Int32(0))
    body.append(UInt32(clamping: width))
    body.append(UInt32(clamping: height))
    try call(
      destination: "org.qemu", path: "/org/qemu/Display1/Console_\(console)", interface: "org.qemu.Display1.Console",
      member: "SetUIInfo", signature: "qqiiuu", body: body, by: deadline)
  }

  private func call(
    destination: String, path: String, interface: String, member: String, signature: String = "",
    body: BusMessage = BusMessage(), by deadline: MachineDeadline
  ) throws {
    try connection.withLock { connection in
      connection.serial += 1
      let request = BusMessage.call(
        serial: connection.serial, destination: destination, path: path, interface: interface, member: member,
        signature: signature, body: body)
      try connection.socket.write(request, by: deadline)
      while true {
        // Calls are made one at a time, so the next return or error is ours. Signals are skipped.
        let head = try connection.socket.read(16, by: deadline)
        let fieldBytes = (Self.word(head, 12) + 7) / 8 * 8
        let rest = try connection.socket.read(fieldBytes + Self.word(head, 4), by: deadline)
        if head[1] == 2 { return }
        if head[1] == 3 {
          let text = String(decoding: rest.dropFirst(fieldBytes + 4).dropLast(), as: UTF8.self)
          throw VirtualMachineError("\(member) of \(path): \(text)")
        }
      }
    }
  }

  private static func word(_ bytes: [UInt8], _ offset: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }
}
