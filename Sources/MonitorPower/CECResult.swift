/// What became of a message that was sent.
public enum CECResult: Hashable, Sendable {
  /// It was sent, and no reply was wanted, or none has come yet.
  case sent
  /// The reply.
  case reply(CECMessage)
  /// No reply came in the time that was allowed.
  case noReply
  /// `<Feature Abort>`: the display does not do that.
  case refused
  /// Nobody acknowledged it.
  case notAcknowledged
  /// The line was not free or disturbed, or the adapter gave up.
  case lost

  /// Reads the kernel's status bytes and the reply, which may be anything.
  public init(transmitStatus: UInt8, receiveStatus: UInt8, bytes: [UInt8]) {
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
