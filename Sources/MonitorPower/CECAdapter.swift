internal import CCEC
internal import Glibc
public import SystemPackage

/// An open CEC adapter of the kernel, as `/dev/cec0`.
///
/// No call of it waits for the display, but each may wait for the driver and its hardware, opening and closing included: one on USB
/// takes a second, and as long as it likes when it is half dead. So it belongs to a thread of its own.
///
/// Source: the kernel's "Linux Media Infrastructure userspace API", part IV.
public final class CECAdapter: CECPort {
  /// The connector that an adapter belongs to, where the kernel knows it.
  public struct Connector: Hashable, Sendable {
    /// The number in the card's name, as 0 of `/dev/dri/card0`.
    public var card: UInt32
    /// The connector's number on the card.
    public var number: UInt32

    /// Makes one from its parts.
    public init(card: UInt32, number: UInt32) {
      self.card = card
      self.number = number
    }
  }

  /// For the event loop.
  public let descriptor: Int32
  private let capabilities: UInt32

  /// Opens it; `ENOTTY` where that is no CEC adapter.
  public init(path: String) throws(Errno) {
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
  public static var paths: [String] {
    guard let directory = unsafe opendir("/dev") else { return [] }
    defer { unsafe closedir(directory) }
    var numbers: [Int] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name.hasPrefix("cec"), let number = UInt16(name.dropFirst(3)) { numbers.append(Int(number)) }
    }
    return numbers.sorted().map { "/dev/cec\($0)" }
  }

  /// Nil where the kernel does not know it, as of an adapter on USB.
  public var connector: Connector? {
    guard capabilities & UInt32(CEC_CAP_CONNECTOR_INFO) != 0 else { return nil }
    var card: UInt32 = 0
    var number: UInt32 = 0
    return unsafe marquee_cec_connector(descriptor, &card, &number) == 0 ? Connector(card: card, number: number) : nil
  }

  /// Whether it has to be told where it is on the line: an adapter on USB sees no EDID.
  public var wantsPlace: Bool { capabilities & (1 << 0) != 0 }

  /// Whether it reaches nobody while the display takes its plug away.
  public var needsPlug: Bool { capabilities & UInt32(CEC_CAP_NEEDS_HPD) != 0 }

  /// Tells it where it is.
  public func setPlace(_ place: UInt16) throws(Errno) {
    guard marquee_cec_set_physical_address(descriptor, place) == 0 else { throw Errno(rawValue: errno) }
  }

  /// Where it is, and as whom.
  public func address() throws(Errno) -> CECAddress {
    var place: UInt16 = 0
    var addresses = cec_log_addrs()
    guard unsafe marquee_cec_physical_address(descriptor, &place) == 0,
      unsafe marquee_cec_logical_addresses(descriptor, &addresses) == 0
    else { throw Errno(rawValue: errno) }
    return CECAddress(place: place, deviceMask: addresses.log_addr_mask)
  }

  /// Has the kernel claim the address of a playback device, unless somebody has had it claim one; an event tells of it.
  public func claim() throws(Errno) {
    var addresses = cec_log_addrs()
    guard unsafe marquee_cec_logical_addresses(descriptor, &addresses) == 0 else { throw Errno(rawValue: errno) }
    // One that could not be claimed is claimed again; the kernel keeps that wish.
    guard addresses.log_addr_mask == 0 else { return }
    guard unsafe marquee_cec_claim(descriptor, "Marquee") == 0 else { throw Errno(rawValue: errno) }
  }

  /// Sends a message; its number comes back with the result.
  public func send(_ message: CECMessage, reply: UInt8?) throws(Errno) -> UInt32 {
    var number: UInt32 = 0
    // The longest that a device may take to answer: HDMI 1.4b, CEC 9.2.
    let result = unsafe message.bytes.withUnsafeBufferPointer {
      unsafe marquee_cec_transmit(
        descriptor, $0.baseAddress, UInt32($0.count), reply ?? 0, reply == nil ? 0 : 1000, &number)
    }
    guard result == 0 else { throw Errno(rawValue: errno) }
    return number
  }

  /// The next result, with its message's number; nil where there is none.
  public func next() throws(Errno) -> (number: UInt32, result: CECResult)? {
    var message = cec_msg()
    guard unsafe marquee_cec_receive(descriptor, &message) == 0 else {
      let error = Errno(rawValue: errno)
      if error == .resourceTemporarilyUnavailable { return nil }
      throw error
    }
    let bytes = unsafe withUnsafeBytes(of: &message.msg) { unsafe Array($0) }
    let result = CECResult(
      transmitStatus: message.tx_status, receiveStatus: message.rx_status,
      bytes: Array(bytes.prefix(Int(clamping: message.len))))
    return (message.sequence, result)
  }

  /// Takes the events away that say that the address may be another.
  public func takeEvents() -> Bool {
    var any = false
    // The kernel keeps a few of each kind.
    for _ in 0..<256 {
      guard marquee_cec_take_event(descriptor) == 0 else { break }
      any = true
    }
    return any
  }
}
