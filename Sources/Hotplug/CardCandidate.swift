/// A card as udev lists it; whether it has displays shows only when it is opened.
public struct CardCandidate: Hashable, Sendable {
  /// Its node, as `/dev/dri/card0`.
  public var device: String
  /// The seat it belongs to; `seat0` where udev says nothing.
  public var seat: String
  /// The name of its bus driver, as `virtio-pci`; empty where it has none, as vkms.
  ///
  /// The DRM driver's name is another.
  public var busDriver: String
  /// It drew the firmware's boot screen.
  public var isBootDisplay: Bool

  /// Makes a candidate.
  public init(device: String, seat: String, busDriver: String, isBootDisplay: Bool) {
    self.device = device
    self.seat = seat
    self.busDriver = busDriver
    self.isBootDisplay = isBootDisplay
  }
}
