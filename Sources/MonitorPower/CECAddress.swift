/// Where an adapter is on the line, and as whom.
public struct CECAddress: Hashable, Sendable {
  /// Its place in the tree of HDMI sockets, as 0x1000 for the display's first; nil while nobody knows it.
  public var place: UInt16?
  /// Its address as a device; nil while it has none.
  public var device: UInt8?

  /// Makes one; 0xFFFF is no place, and of several addresses the first counts.
  public init(place: UInt16, deviceMask: UInt16) {
    self.place = place == 0xFFFF ? nil : place
    // 15 is that of a device that got none, and may not ask for anything.
    device = (0..<15).first { deviceMask & 1 << $0 != 0 }.map { UInt8($0) }
  }
}
