import ControlProtocol
import DisplayTypes
import ScreenDiscovery

/// What a look found at a connector, as a report says it.
nonisolated struct ConnectorRecord: Codable {
  var name: String
  var device: String
  var placement: String
  var alwaysHasEDID: Bool
  var connected: Bool
  var modes: [ModeLine]
  /// In base64.
  var edid: String
  /// Millimetres, width and height.
  var physicalSize: [Int]?
  var nonDesktop: Bool?
  var linkBad: Bool?
  var path: String?

  init(_ connector: ProbedConnector) {
    name = connector.name
    device = connector.device
    placement = connector.placement.rawValue
    alwaysHasEDID = connector.alwaysHasEDID
    connected = connector.isConnected
    modes = connector.modes.map(ModeLine.init)
    edid = Base64.encode(connector.edid)
    physicalSize = connector.physicalSize.map { [$0.widthMillimeters, $0.heightMillimeters] }
    nonDesktop = connector.isNonDesktop ? true : nil
    linkBad = connector.isLinkBad ? true : nil
    path = connector.path.isEmpty ? nil : connector.path
  }

  /// As the simulated device finds it; the number is that device's to give.
  var connector: ProbedConnector {
    var size: PhysicalSize?
    if let physicalSize, physicalSize.count == 2, physicalSize.allSatisfy({ (0...100_000).contains($0) }) {
      size = PhysicalSize(widthMillimeters: physicalSize[0], heightMillimeters: physicalSize[1])
    }
    return ProbedConnector(
      id: ScreenID(rawValue: 0), name: name, device: device,
      placement: ConnectorPlacement(rawValue: placement) ?? .external, alwaysHasEDID: alwaysHasEDID,
      isConnected: connected, modes: modes.map(\.mode), edid: Base64.decode(edid) ?? [], physicalSize: size,
      isNonDesktop: nonDesktop ?? false, isLinkBad: linkBad ?? false, path: path ?? "")
  }
}
