/// What whoever starts the daemon says of cards.
public struct KMSBackendOptions: Hashable, Sendable {
  /// A card that stays open in a supervisor's descriptor store.
  public struct InheritedCard: Hashable, Sendable {
    /// The card's node.
    public var device: String
    /// Open and master; the backend owns it from here on.
    public var descriptor: Int32

    /// Names a card that is open already.
    public init(device: String, descriptor: Int32) {
      self.device = device
      self.descriptor = descriptor
    }
  }

  /// Only these nodes; empty for every card of the seat.
  public var devices: [String]
  /// Only cards of this DRM driver, as `virtio_gpu`; nil for any.
  public var driver: String?
  /// Only cards of this seat are used.
  public var seat: String
  /// Legacy calls even where the driver has atomic commits.
  public var forcesLegacy: Bool
  /// Cards that the service manager kept open.
  public var inherited: [InheritedCard]
  /// Connectors on which a display has had an EDID before.
  public var connectorsWithEDID: Set<String>

  /// Makes options; without any, every card of the seat is used.
  public init(
    devices: [String] = [], driver: String? = nil, seat: String = "seat0", forcesLegacy: Bool = false,
    inherited: [InheritedCard] = [], connectorsWithEDID: Set<String> = []
  ) {
    self.devices = devices
    self.driver = driver
    self.seat = seat
    self.forcesLegacy = forcesLegacy
    self.inherited = inherited
    self.connectorsWithEDID = connectorsWithEDID
  }
}
