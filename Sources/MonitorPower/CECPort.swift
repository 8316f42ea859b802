package import SystemPackage

/// An open CEC adapter of the kernel, or of a test. Calls wait for the driver and the line.
package protocol CECPort: AnyObject {
  /// The connector of the adapter; nil if the kernel does not know it.
  var connector: CECAdapter.Connector? { get }
  /// Whether the adapter needs `setPlace`, because an adapter on USB sees no EDID.
  var wantsPlace: Bool { get }
  /// Whether the adapter reaches no device while the display signals no plug.
  var needsPlug: Bool { get }
  func setPlace(_ place: UInt16) throws(Errno)
  func address() throws(Errno) -> CECAddress
  /// Makes the kernel claim the address of a playback device. `address` returns it some time later.
  func claim() throws(Errno)
  /// Sends a message and waits for the operation code `reply`. With 0 it waits for a refusal.
  func send(_ message: CECMessage, reply: UInt8?) throws(Errno) -> CECResult
}

/// The physical and the logical address of an adapter on the line.
package struct CECAddress: Hashable, Sendable {
  /// The physical address, such as 0x1000 for the display's first HDMI socket; nil if it is unknown.
  package var place: UInt16?
  /// The logical address; nil if the adapter has none.
  package var device: UInt8?

  /// Of several addresses the first counts.
  package init(place: UInt16, deviceMask: UInt16) {
    self.place = place == 0xFFFF ? nil : place
    // 15 is the address of a device without one.
    device = (0..<15).first { deviceMask & 1 << $0 != 0 }.map { UInt8($0) }
  }
}
