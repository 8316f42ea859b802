/// The state of one connected display at one moment.
public struct ScreenSnapshot: Hashable, Sendable {
  package var id: ScreenID
  /// The connector's name, such as `HDMI-A-1`; unique on the machine.
  public package(set) var name: String
  /// The device file of its card, such as `/dev/dri/card0`, or `simulated`.
  package var device: String
  /// Whether it is built in.
  public package(set) var placement: ConnectorPlacement
  /// The make, model and serial number.
  public package(set) var identity: DisplayIdentity
  /// The picture's size; nil if it is unknown.
  public package(set) var physicalSize: PhysicalSize?
  /// All modes in the kernel's order, each unique by its full timing.
  public package(set) var modes: [ScreenMode]
  /// The raw EDID; empty if it could not be read.
  package var edid: [UInt8]
  package var edidState: EDIDState
  /// Whether the kernel marks it as not for pictures, as it does for a headset.
  package var isNonDesktop: Bool
  /// Whether the link failed training (`link-status` is BAD).
  package var isLinkBad: Bool
  /// The path of a DisplayPort MST connector; empty elsewhere.
  package var path: String

  package init(
    id: ScreenID, name: String, device: String, placement: ConnectorPlacement = .external,
    identity: DisplayIdentity = .unknown, physicalSize: PhysicalSize? = nil, modes: [ScreenMode] = [],
    edid: [UInt8] = [], edidState: EDIDState = .settled, isNonDesktop: Bool = false, isLinkBad: Bool = false,
    path: String = ""
  ) {
    self.id = id
    self.name = name
    self.device = device
    self.placement = placement
    self.identity = identity
    self.physicalSize = physicalSize
    self.modes = modes
    self.edid = edid
    self.edidState = edidState
    self.isNonDesktop = isNonDesktop
    self.isLinkBad = isLinkBad
    self.path = path
  }
}

/// The number of one connector of one card, which a backend never uses twice. The display has a `DisplayIdentity`.
public struct ScreenID: RawRepresentable, Hashable, Comparable, Sendable {
  /// The number, which the backend counts.
  public var rawValue: UInt64

  /// Makes an identifier from its number.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Orders by time of arrival.
  public static func < (left: ScreenID, right: ScreenID) -> Bool { left.rawValue < right.rawValue }
}

/// A difference between two probes of the connectors.
public enum ScreenChange: Hashable, Sendable {
  case disconnected(ScreenID)
  case connected(ScreenSnapshot)
  /// The display on a connector was replaced, has other modes, or its EDID came late.
  case changed(ScreenSnapshot)

  /// The current state of the screen; nil if its display has gone.
  package var snapshot: ScreenSnapshot? {
    switch self {
    case .disconnected: nil
    case .connected(let snapshot), .changed(let snapshot): snapshot
    }
  }
}

/// Whether a display is part of the machine or was plugged into it.
public enum ConnectorPlacement: String, Hashable, Sendable {
  /// The panel of a laptop or device: eDP, LVDS, DSI or DPI.
  case builtIn
  /// A socket, or an output of a virtual machine.
  case external
}
