/// Whether a display is plugged into a connector (`drmModeConnection`).
public enum ConnectorStatus: String, Hashable, Sendable {
  /// A display is there.
  case connected
  /// None is there.
  case disconnected
  /// The driver cannot tell: writeback connectors, and some analogue ones.
  case unknown

  /// Reads `DRM_MODE_CONNECTED` and its neighbours.
  package init(kernelValue: UInt32) {
    switch kernelValue {
    case 1: self = .connected
    case 2: self = .disconnected
    default: self = .unknown
    }
  }
}
