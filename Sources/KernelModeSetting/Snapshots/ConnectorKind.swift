public import DisplayTypes

/// What sort of socket or cable a connector is (`DRM_MODE_CONNECTOR_*` in drm_mode.h).
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

  /// Whether it is part of the machine or has a socket.
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
