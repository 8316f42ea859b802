internal import CCEC
internal import EventLoop
internal import Glibc
package import SystemPackage

/// An open CEC adapter of the kernel, as `/dev/cec0`.
///
/// Each call may wait for the driver and its hardware, opening and closing included. An adapter on USB takes a second, and as long as it
/// likes if it is half dead.
///
/// Source: the kernel's "Linux Media Infrastructure userspace API", part IV.
package final class CECAdapter: CECPort {
  /// The connector that an adapter belongs to.
  package struct Connector: Hashable, Sendable {
    /// The number in the card's name, as 0 of `/dev/dri/card0`.
    package var card: UInt32
    /// The connector's number on the card.
    package var number: UInt32

    package init(card: UInt32, number: UInt32) {
      self.card = card
      self.number = number
    }
  }

  private let descriptor: Int32
  private let capabilities: UInt32

  /// Opens the adapter; `ENOTTY` if the file is no CEC adapter.
  package init(path: String) throws(Errno) {
    let descriptor = unsafe marquee_cec_open(path)
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    var caps = cec_caps()
    guard unsafe marquee_cec_capabilities(descriptor, &caps) == 0 else {
      let error = Errno(rawValue: errno)
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    capabilities = caps.capabilities
  }

  deinit { close(descriptor) }

  /// The adapters of this machine, by their numbers.
  package static var paths: [String] {
    let names = FolderNames.read("/dev") ?? []
    let numbers = names.filter { $0.hasPrefix("cec") }.compactMap { UInt16($0.dropFirst(3)) }
    return numbers.sorted().map { "/dev/cec\($0)" }
  }

  package var connector: Connector? {
    guard capabilities & UInt32(CEC_CAP_CONNECTOR_INFO) != 0 else { return nil }
    var card: UInt32 = 0
    var number: UInt32 = 0
    return unsafe marquee_cec_connector(descriptor, &card, &number) == 0 ? Connector(card: card, number: number) : nil
  }

  package var wantsPlace: Bool { capabilities & (1 << 0) != 0 }

  package var needsPlug: Bool { capabilities & UInt32(CEC_CAP_NEEDS_HPD) != 0 }

  package func setPlace(_ place: UInt16) throws(Errno) {
    guard marquee_cec_set_physical_address(descriptor, place) == 0 else { throw Errno(rawValue: errno) }
  }

  package func address() throws(Errno) -> CECAddress {
    var place: UInt16 = 0
    var addresses = cec_log_addrs()
    guard unsafe marquee_cec_physical_address(descriptor, &place) == 0,
      unsafe marquee_cec_logical_addresses(descriptor, &addresses) == 0
    else { throw Errno(rawValue: errno) }
    return CECAddress(place: place, deviceMask: addresses.log_addr_mask)
  }

  /// Has the kernel claim an address, unless another program has had it claim one.
  package func claim() throws(Errno) {
    var addresses = cec_log_addrs()
    guard unsafe marquee_cec_logical_addresses(descriptor, &addresses) == 0 else { throw Errno(rawValue: errno) }
    // The kernel keeps that wish: an address that is lost with the plug is claimed again.
    guard addresses.log_addr_mask == 0 else { return }
    guard unsafe marquee_cec_claim(descriptor, "Marquee") == 0 else { throw Errno(rawValue: errno) }
  }

  package func send(_ message: CECMessage, reply: UInt8?) throws(Errno) -> CECResult {
    var sent = cec_msg()
    // The longest that a device may take to answer: HDMI 1.4b, CEC 9.2.
    let result = unsafe message.bytes.withUnsafeBufferPointer {
      unsafe marquee_cec_transmit(
        descriptor, $0.baseAddress, UInt32($0.count), reply ?? 0, reply == nil ? 0 : 1000, &sent)
    }
    guard result == 0 else { throw Errno(rawValue: errno) }
    let bytes = unsafe withUnsafeBytes(of: &sent.msg) { unsafe Array($0) }
    return CECResult(
      transmitStatus: sent.tx_status, receiveStatus: sent.rx_status, bytes: Array(bytes.prefix(Int(clamping: sent.len)))
    )
  }
}
