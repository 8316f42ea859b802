/// A message on the CEC line: a header with two addresses, an operation code, and operands (HDMI 1.4b, CEC 13 to 15).
package struct CECMessage: Hashable, Sendable {
  package let bytes: [UInt8]

  /// Returns nil if a message cannot have that length (`CEC_MAX_MSG_SIZE`).
  package init?(bytes: [UInt8]) {
    guard (1...16).contains(bytes.count) else { return nil }
    self.bytes = bytes
  }

  private init(from: UInt8, to: UInt8, _ code: UInt8, _ operands: [UInt8] = []) {
    bytes = [from << 4 | to & 0xF, code] + operands
  }

  /// The display's address.
  static let display: UInt8 = 0
  /// The address of a device without one, and of all devices.
  static let unregistered: UInt8 = 15
  /// The operation codes of replies.
  static let activeSource: UInt8 = 0x82
  static let reportPowerStatus: UInt8 = 0x90

  static func standby(from: UInt8) -> CECMessage { CECMessage(from: from, to: display, 0x36) }
  static func imageViewOn(from: UInt8) -> CECMessage { CECMessage(from: from, to: display, 0x04) }
  static func givePowerStatus(from: UInt8) -> CECMessage { CECMessage(from: from, to: display, 0x8F) }
  /// The shown device replies with `<Active Source>`.
  static func requestActiveSource(from: UInt8) -> CECMessage { CECMessage(from: from, to: unregistered, 0x85) }
  /// Makes the display show the input at this physical address.
  static func activeSource(from: UInt8, place: UInt16) -> CECMessage {
    CECMessage(from: from, to: unregistered, activeSource, [UInt8(place >> 8), UInt8(place & 0xFF)])
  }

  /// The physical address in `<Active Source>`; nil for any other message.
  var activePlace: UInt16? {
    guard bytes.count >= 4, bytes[1] == Self.activeSource else { return nil }
    return UInt16(bytes[2]) << 8 | UInt16(bytes[3])
  }

  /// The power in `<Report Power Status>` of the display; nil for any other message.
  var powerStatus: PowerAnswer? {
    guard bytes.count >= 3, bytes[0] >> 4 == Self.display, bytes[1] == Self.reportPowerStatus else { return nil }
    return switch bytes[2] {
    case 0: .on
    case 1: .standby
    case 2: .turningOn
    case 3: .turningOff
    default: nil
    }
  }
}

package enum CECResult: Hashable, Sendable {
  /// The message was sent, and needs no reply.
  case sent
  case reply(CECMessage)
  /// No reply came in time.
  case noReply
  /// The device has refused the message (`<Feature Abort>`).
  case refused
  case notAcknowledged
  /// The line was busy or disturbed, or the adapter gave up.
  case lost

  /// Reads the kernel's status bytes and an unchecked reply.
  package init(transmitStatus: UInt8, receiveStatus: UInt8, bytes: [UInt8]) {
    // CEC_TX_STATUS_OK, CEC_TX_STATUS_NACK
    guard transmitStatus == 0 || transmitStatus & 0x01 != 0 else {
      self = transmitStatus & 0x04 != 0 ? .notAcknowledged : .lost
      return
    }
    switch receiveStatus {
    case 0: self = transmitStatus == 0 ? .lost : .sent
    // CEC_RX_STATUS_FEATURE_ABORT, _TIMEOUT, _OK
    case let status where status & 0x04 != 0: self = .refused
    case let status where status & 0x02 != 0: self = .noReply
    case let status where status & 0x01 != 0: self = CECMessage(bytes: bytes).map { .reply($0) } ?? .lost
    default: self = .lost
    }
  }
}
