internal import DisplayTypes

/// What the name of a connector tells of it, as the kernel's `connector_type` would.
struct SimulatedConnectorKind {
  let placement: ConnectorPlacement
  /// HDMI, DVI and DisplayPort.
  let alwaysHasEDID: Bool
  /// The kernel's guess depends on it.
  let isDisplayPort: Bool

  init(connectorName: String) {
    // The number behind the last hyphen is not part of the kind.
    let end = connectorName.lastIndex(of: "-") ?? connectorName.endIndex
    let kind = connectorName[..<end]
    isDisplayPort = kind == "DP"
    placement = ["eDP", "LVDS", "DSI", "DPI"].contains(kind) ? .builtIn : .external
    alwaysHasEDID = ["HDMI-A", "HDMI-B", "DVI-D", "DVI-I", "DP"].contains(kind)
  }
}
