public import DisplayTypes
public import EDID

/// A connector and the display on it, at one moment.
public struct ConnectorSnapshot: Hashable, Sendable {
  /// Its number; another display may get it after a dock has gone.
  public var id: ConnectorID
  /// The type of the connector.
  public var kind: ConnectorKind
  /// Its index among the connectors of its type, from 1.
  public var kindIndex: UInt32
  /// Whether a display is there.
  public var status: ConnectorStatus
  /// The modes in the kernel's order.
  ///
  /// Where no EDID could be read they may be the kernel's guess.
  public var modes: [ScreenMode]
  /// The picture's size; nil if the kernel does not know it.
  public var physicalSize: PhysicalSize?
  /// Its properties by name.
  public var properties: PropertySet
  /// The bytes of the EDID; empty if there is none.
  public var edid: [UInt8]
  /// The path of a DisplayPort MST connector (`PATH`), such as `mst:39-1`; empty elsewhere.
  public var path: String
  /// The encoders that can feed it.
  public var encoders: [EncoderID]
  /// The encoder that feeds it; nil for none.
  public var currentEncoder: EncoderID?
  /// The CRTCs that can feed it.
  public var possibleCRTCs: CRTCMask
  /// The CRTC that feeds it; nil for none.
  public var currentCRTC: CRTCID?

  /// Makes a snapshot.
  public init(
    id: ConnectorID, kind: ConnectorKind, kindIndex: UInt32 = 1, status: ConnectorStatus, modes: [ScreenMode] = [],
    physicalSize: PhysicalSize? = nil, properties: PropertySet = PropertySet(), edid: [UInt8] = [], path: String = "",
    encoders: [EncoderID] = [], currentEncoder: EncoderID? = nil, possibleCRTCs: CRTCMask = [],
    currentCRTC: CRTCID? = nil
  ) {
    self.id = id
    self.kind = kind
    self.kindIndex = kindIndex
    self.status = status
    self.modes = modes
    self.physicalSize = physicalSize
    self.properties = properties
    self.edid = edid
    self.path = path
    self.encoders = encoders
    self.currentEncoder = currentEncoder
    self.possibleCRTCs = possibleCRTCs
    self.currentCRTC = currentCRTC
  }

  /// The name in sysfs after the card's name, such as `HDMI-A-1`.
  public var name: String { "\(kind.name)-\(kindIndex)" }

  /// Built into the machine or plugged in.
  public var placement: ConnectorPlacement { kind.placement }

  /// It is no display: pictures go back to memory.
  public var isWriteback: Bool { kind == .writeback }

  /// The kernel marks the display as no desktop display, such as a headset (`non-desktop`).
  public var isNonDesktop: Bool { (properties.value("non-desktop") ?? 0) != 0 }

  /// The link failed training and needs a modeset with a mode that still fits (`link-status` is Bad).
  public var isLinkBad: Bool { properties.value("link-status") == 1 }

  /// Whether it may show a picture without ever having an EDID: built-in panels, VGA, virtual machines' connectors.
  ///
  /// For HDMI, DVI and DisplayPort a missing EDID is a late or a broken one. Whether such a connector has had one before is for
  /// the caller to remember.
  public var mayLackEDID: Bool { !kind.alwaysHasEDID }
}

extension ConnectorSnapshot {
  /// The description in the EDID; nil if there is none, or it cannot be read.
  ///
  /// Each use parses it again.
  public var readEDID: EDID? { edid.isEmpty ? nil : try? EDID(bytes: edid) }

  /// The display's identity: make, model and serial; `.unknown` if it states none.
  public var identity: DisplayIdentity { readEDID?.displayIdentity ?? .unknown }
}

/// The type of a connector (`DRM_MODE_CONNECTOR_*` in drm_mode.h).
public struct ConnectorKind: RawRepresentable, Hashable, Sendable {
  /// The kernel's number.
  public var rawValue: UInt32

  /// Takes the kernel's number.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// DVI with analogue and digital lines.
  public static let dviI = ConnectorKind(rawValue: 2)
  /// DVI, digital.
  public static let dviD = ConnectorKind(rawValue: 3)
  /// A panel of laptops before eDP.
  public static let lvds = ConnectorKind(rawValue: 7)
  /// DisplayPort, USB-C and docks included.
  public static let displayPort = ConnectorKind(rawValue: 10)
  /// HDMI.
  public static let hdmiA = ConnectorKind(rawValue: 11)
  /// HDMI with the dual-link plug.
  public static let hdmiB = ConnectorKind(rawValue: 12)
  /// A laptop's panel.
  public static let embeddedDisplayPort = ConnectorKind(rawValue: 14)
  /// A virtual machine's.
  public static let virtual = ConnectorKind(rawValue: 15)
  /// A panel of boards and telephones.
  public static let dsi = ConnectorKind(rawValue: 16)
  /// A panel on parallel lines.
  public static let dpi = ConnectorKind(rawValue: 17)
  /// No display: pictures go back to memory.
  public static let writeback = ConnectorKind(rawValue: 18)
  /// A panel on a serial bus.
  public static let spi = ConnectorKind(rawValue: 19)

  /// The names in the order of the numbers, as `drm_connector_enum_list` in drm_connector.c has them.
  private static let names = [
    "Unknown", "VGA", "DVI-I", "DVI-D", "DVI-A", "Composite", "SVIDEO", "LVDS", "Component", "DIN", "DP", "HDMI-A",
    "HDMI-B", "TV", "eDP", "Virtual", "DSI", "DPI", "Writeback", "SPI", "USB",
  ]

  /// The name as sysfs writes it, such as `HDMI-A`; `Unknown` for a number that is not known.
  public var name: String {
    rawValue < Self.names.count ? Self.names[Int(rawValue)] : "Unknown"
  }

  /// Whether it is part of the machine or a socket.
  public var placement: ConnectorPlacement {
    switch self {
    case .embeddedDisplayPort, .lvds, .dsi, .dpi, .spi: .builtIn
    default: .external
    }
  }

  /// Whether each display on such a connector has an EDID: HDMI, DVI with digital lines, DisplayPort.
  ///
  /// Panels, VGA and virtual machines may have one or not.
  public var alwaysHasEDID: Bool {
    switch self {
    case .dviI, .dviD, .displayPort, .hdmiA, .hdmiB: true
    default: false
    }
  }
}

/// Whether a display is plugged into a connector (`drmModeConnection`).
public enum ConnectorStatus: String, Hashable, Sendable {
  /// A display is there.
  case connected
  /// None is there.
  case disconnected
  /// The driver does not know: writeback connectors, and some analogue ones.
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
