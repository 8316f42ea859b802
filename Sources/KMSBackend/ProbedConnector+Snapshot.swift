internal import DisplayTypes
internal import KernelModeSetting
internal import ScreenDiscovery

extension ProbedConnector {
  /// What the kernel says of a connector, in the words that every backend shares.
  init(_ connector: ConnectorSnapshot, screen: ScreenID, device: String) {
    self.init(
      id: screen, name: connector.name, device: device, placement: connector.placement,
      alwaysHasEDID: !connector.mayLackEDID, isConnected: connector.status == .connected, modes: connector.modes,
      edid: connector.edid, physicalSize: connector.physicalSize, isNonDesktop: connector.isNonDesktop,
      isLinkBad: connector.isLinkBad, path: connector.path)
  }
}
