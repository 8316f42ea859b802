public import DisplayTypes
public import EDID

/// A connector and the display on it, at one moment.
public struct ConnectorSnapshot: Hashable, Sendable {
  /// Its number.
  ///
  /// After a dock was removed, another display may get the number.
  public var id: ConnectorID
  /// The type of the connector.
  public var kind: ConnectorKind
  /// Its index among the connectors of its type, from 1.
  public var kindIndex: UInt32 = 1
  /// Whether a display is connected.
  public var status: ConnectorStatus
  /// The modes in the kernel's order.
  ///
  /// If the EDID could not be read, they are the kernel's guess.
  public var modes: [ScreenMode] = []
  /// The picture's size; nil if the kernel does not know it.
  public var physicalSize: PhysicalSize?
  /// Its properties by name.
  public var properties = PropertySet()
  /// The bytes of the EDID; empty if there is none.
  public var edid: [UInt8] = []
  /// The path of a DisplayPort MST connector (`PATH`), such as `mst:39-1`; empty elsewhere.
  public var path = ""
  /// The CRTCs that can feed it.
  public var possibleCRTCs: CRTCMask = []
  /// The CRTC that feeds it; nil for none.
  public var currentCRTC: CRTCID?

  /// The name in sysfs after the card's name, such as `HDMI-A-1`.
  public var name: String { "\(kind.name)-\(kindIndex)" }

  /// Whether it is part of the machine or a socket.
  public var placement: ConnectorPlacement { kind.placement }

  /// Whether pictures go back to memory, not to a display.
  public var isWriteback: Bool { kind == .writeback }

  /// Whether the kernel marks the display as unsuitable for a desktop, such as a headset (`non-desktop`).
  public var isNonDesktop: Bool { (properties.value("non-desktop") ?? 0) != 0 }

  /// Whether the link failed training and needs a modeset with a mode that still fits (`link-status` is Bad).
  public var isLinkBad: Bool { properties.value("link-status") == 1 }

  /// Whether a display without an EDID is normal, as for built-in panels, VGA and connectors of virtual machines.
  ///
  /// On HDMI, DVI and DisplayPort a missing EDID is late or broken.
  public var mayLackEDID: Bool { !kind.alwaysHasEDID }

  /// The EDID, parsed at each use; nil if there is none, or it cannot be parsed.
  public var readEDID: EDID? { edid.isEmpty ? nil : try? EDID(bytes: edid) }

  /// The display's identity: make, model and serial; `.unknown` if it states none.
  public var identity: DisplayIdentity { readEDID?.displayIdentity ?? .unknown }
}

/// The type of a connector (`DRM_MODE_CONNECTOR_*` in drm_mode.h).
public enum ConnectorKind: UInt32, Hashable, Sendable, CaseIterable {
  case unknown, vga, dviI, dviD, dviA, composite, sVideo, lvds, component, din, displayPort, hdmiA, hdmiB, tv
  case embeddedDisplayPort, virtual, dsi, dpi, writeback, spi, usb

  /// Reads the kernel's number.
  ///
  /// An undefined number becomes `unknown`.
  package init(kernelValue: UInt32) {
    self = ConnectorKind(rawValue: kernelValue) ?? .unknown
  }

  /// The name as sysfs writes it, such as `HDMI-A`.
  public var name: String { ConnectorName.kinds[Int(rawValue)] }

  /// Whether it is part of the machine or a socket.
  public var placement: ConnectorPlacement {
    switch self {
    case .embeddedDisplayPort, .lvds, .dsi, .dpi, .spi: .builtIn
    default: .external
    }
  }

  /// Whether each display on such a connector has an EDID.
  ///
  /// Panels, VGA and virtual machines may have none.
  public var alwaysHasEDID: Bool {
    switch self {
    case .dviI, .dviD, .displayPort, .hdmiA, .hdmiB: true
    default: false
    }
  }
}

/// Whether a display is plugged into a connector (`drmModeConnection`).
public enum ConnectorStatus: String, Hashable, Sendable {
  case connected, disconnected
  /// The driver does not know, as for writeback connectors and some analogue connectors.
  case unknown

  /// Reads the kernel's number (`DRM_MODE_CONNECTED`, `DRM_MODE_DISCONNECTED`, `DRM_MODE_UNKNOWNCONNECTION`).
  package init(kernelValue: UInt32) {
    switch kernelValue {
    case 1: self = .connected
    case 2: self = .disconnected
    default: self = .unknown
    }
  }
}
