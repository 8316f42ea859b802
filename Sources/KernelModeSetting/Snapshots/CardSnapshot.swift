/// All objects of one card at one moment.
public struct CardSnapshot: Hashable, Sendable {
  /// The device file, for messages.
  public var device: String
  /// Connectors in the kernel's order; writeback connectors are among them.
  public var connectors: [ConnectorSnapshot]
  /// CRTCs in the order of the masks.
  public var crtcs: [CRTCSnapshot]
  /// Planes in the kernel's order.
  public var planes: [PlaneSnapshot]

  /// Makes a snapshot.
  public init(
    device: String, connectors: [ConnectorSnapshot], crtcs: [CRTCSnapshot], planes: [PlaneSnapshot] = []
  ) {
    self.device = device
    self.connectors = connectors
    self.crtcs = crtcs
    self.planes = planes
  }

  /// The connector of that number; nil where it is not listed.
  public func connector(_ id: ConnectorID) -> ConnectorSnapshot? { connectors.first { $0.id == id } }

  /// The CRTC of that number; nil where it is not listed.
  public func crtc(_ id: CRTCID) -> CRTCSnapshot? { crtcs.first { $0.id == id } }

  /// The plane of that number; nil where it is not listed.
  public func plane(_ id: PlaneID) -> PlaneSnapshot? { planes.first { $0.id == id } }
}
