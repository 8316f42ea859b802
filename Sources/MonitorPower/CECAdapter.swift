internal import CCEC
internal import EventLoop
internal import Glibc
package import SystemPackage

/// An open CEC adapter of the kernel, such as `/dev/cec0` (Linux Media Infrastructure userspace API, part IV). Each call, including opening
/// and closing, waits for the driver and its hardware. A call to a defective adapter on USB may wait forever.
package final class CECAdapter: CECPort {
  package struct Connector: Hashable, Sendable {
    /// The number of the card, such as 0 for `/dev/dri/card0`.
    package var card: UInt32
    /// The number of the connector on the card.
    package var number: UInt32

    package init(card: UInt32, number: UInt32) {
      self.card = card
      self.number = number
    }
  }

  private let descriptor: Int32
  private let capabilities: UInt32

  /// Throws `ENOTTY` if the file is no CEC adapter.
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

  package func claim() throws(Errno) {
    var addresses = cec_log_addrs()
    guard unsafe marquee_cec_logical_addresses(descriptor, &addresses) == 0 else { throw Errno(rawValue: errno) }
    // The kernel repeats a program's claim after each plug, so one claim is enough.
    guard addresses.log_addr_mask == 0 else { return }
    guard unsafe marquee_cec_claim(descriptor, "Marquee") == 0 else { throw Errno(rawValue: errno) }
  }

  package func send(_ message: CECMessage, reply: UInt8?) throws(Errno) -> CECResult {
    var sent = cec_msg()
    // A device replies within a second: HDMI 1.4b, CEC 9.2.
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
