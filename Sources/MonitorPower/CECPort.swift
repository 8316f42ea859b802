package import SystemPackage

/// An open CEC adapter: the kernel's, or the adapter of a test.
///
/// Each call may wait for the driver and the line, so all calls belong to a thread of their own.
package protocol CECPort: AnyObject {
  /// The connector of the adapter, if the kernel knows it.
  var connector: CECAdapter.Connector? { get }
  /// Whether the adapter needs `setPlace`: an adapter on USB sees no EDID.
  var wantsPlace: Bool { get }
  /// Whether the adapter reaches no device while the display takes its plug away.
  var needsPlug: Bool { get }
  /// Tells the adapter its place in the tree of HDMI sockets.
  func setPlace(_ place: UInt16) throws(Errno)
  /// The adapter's place and address on the line.
  func address() throws(Errno) -> CECAddress
  /// Has the kernel claim the address of a playback device; `address` has it some time later.
  func claim() throws(Errno)
  /// Sends a message and waits for its result.
  ///
  /// - Parameter reply: the operation code of the reply to wait for; 0 waits for a refusal.
  func send(_ message: CECMessage, reply: UInt8?) throws(Errno) -> CECResult
}

/// The place and the address of an adapter on the line.
package struct CECAddress: Hashable, Sendable {
  /// The place in the tree of HDMI sockets, as 0x1000 for the display's first socket; nil if it is not known.
  package var place: UInt16?
  /// The address as a device; nil if the adapter has none.
  package var device: UInt8?

  /// 0xFFFF is no place, and of several addresses the first counts.
  package init(place: UInt16, deviceMask: UInt16) {
    self.place = place == 0xFFFF ? nil : place
    // 15 is the address of a device that got none. It may not ask for anything.
    device = (0..<15).first { deviceMask & 1 << $0 != 0 }.map { UInt8($0) }
  }
}
