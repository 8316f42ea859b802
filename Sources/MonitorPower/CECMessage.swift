/// A message on the CEC line: a header with two addresses, an operation code, and operands.
///
/// Source: HDMI 1.4b, CEC 13 to 15; the kernel's `linux/cec.h`.
package struct CECMessage: Hashable, Sendable {
  /// Header, operation code and operands: 1 to 16 bytes.
  package let bytes: [UInt8]

  /// Bytes from a line; nil if a message cannot have that length.
  package init?(bytes: [UInt8]) {
    guard (1...Self.longest).contains(bytes.count) else { return nil }
    self.bytes = bytes
  }

  private init(from: UInt8, to: UInt8, _ code: UInt8, _ operands: [UInt8] = []) {
    bytes = [from << 4 | to & 0xF, code] + operands
  }

  /// The most bytes of a message (`CEC_MAX_MSG_SIZE`).
  static let longest = 16
  /// The display's address.
  static let display: UInt8 = 0
  /// The address of a device without one, and of all devices.
  static let unregistered: UInt8 = 15

  /// `<Standby>` to the display.
  static func standby(from: UInt8) -> CECMessage { CECMessage(from: from, to: display, 0x36) }
  /// `<Image View On>` to the display.
  static func imageViewOn(from: UInt8) -> CECMessage { CECMessage(from: from, to: display, 0x04) }
  /// `<Active Source>` to all: the display shows the input at that place.
  static func activeSource(from: UInt8, place: UInt16) -> CECMessage {
    CECMessage(from: from, to: unregistered, activeSource, [UInt8(place >> 8), UInt8(place & 0xFF)])
  }
  /// `<Request Active Source>` to all: the device that is shown answers `<Active Source>`.
  static func requestActiveSource(from: UInt8) -> CECMessage { CECMessage(from: from, to: unregistered, 0x85) }
  /// The operation code of `<Active Source>`.
  static let activeSource: UInt8 = 0x82
  /// `<Give Device Power Status>` to the display.
  static func givePowerStatus(from: UInt8) -> CECMessage { CECMessage(from: from, to: display, 0x8F) }
  /// The operation code of `<Report Power Status>`.
  static let reportPowerStatus: UInt8 = 0x90

  /// The place that `<Active Source>` names; nil for any other message.
  var activePlace: UInt16? {
    guard bytes.count >= 4, bytes[1] == Self.activeSource else { return nil }
    return UInt16(bytes[2]) << 8 | UInt16(bytes[3])
  }

  /// The power that `<Report Power Status>` of the display reports; nil for any other message.
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

/// The result of a message that was sent.
package enum CECResult: Hashable, Sendable {
  /// It was sent, and no reply was wanted.
  case sent
  /// The reply.
  case reply(CECMessage)
  /// No reply came in the time that was allowed.
  case noReply
  /// `<Feature Abort>`: the display does not do that.
  case refused
  /// No device acknowledged it.
  case notAcknowledged
  /// The line was not free or disturbed, or the adapter gave up.
  case lost

  /// Reads the kernel's status bytes and the reply, which may be anything.
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
