/// A D-Bus message as little-endian bytes. It has only the part of the wire format that the display bus needs
/// (D-Bus Specification, "Message Protocol").
struct BusMessage {
  private(set) var bytes: [UInt8] = []

  /// A method call. `body` is already marshalled and has `signature`.
  static func call(
    serial: UInt32, destination: String, path: String, interface: String, member: String, signature: String = "",
    body: BusMessage = BusMessage()
  ) -> [UInt8] {
    var fields = BusMessage()
    fields.appendField(1, type: "o", path)
    fields.appendField(6, type: "s", destination)
    fields.appendField(2, type: "s", interface)
    fields.appendField(3, type: "s", member)
    if !signature.isEmpty {
      fields.align(to: 8)
      fields.bytes += [8, 1, UInt8(ascii: "g"), 0]
      fields.appendSignature(signature)
    }
    var message = BusMessage()
    let noAutoStart: UInt8 = 2
    message.bytes = [UInt8(ascii: "l"), 1, noAutoStart, 1]
    message.append(UInt32(body.bytes.count))
    message.append(serial)
    message.append(UInt32(fields.bytes.count))
    message.bytes += fields.bytes
    message.align(to: 8)
    return message.bytes + body.bytes
  }

  mutating func append<Value: FixedWidthInteger>(_ value: Value) {
    align(to: MemoryLayout<Value>.size)
    withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
  }

  private mutating func appendField(_ code: UInt8, type: Character, _ value: String) {
    align(to: 8)
    bytes += [code, 1, type.asciiValue ?? 0, 0]
    append(UInt32(value.utf8.count))
    bytes += Array(value.utf8) + [0]
  }

  private mutating func appendSignature(_ signature: String) {
    bytes.append(UInt8(truncatingIfNeeded: signature.utf8.count))
    bytes += Array(signature.utf8) + [0]
  }

  private mutating func align(to size: Int) {
    while bytes.count % size != 0 { bytes.append(0) }
  }
}
