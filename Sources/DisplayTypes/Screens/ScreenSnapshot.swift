/// The state of one connected display at one moment.
///
/// An immutable value; a later look makes another one.
public struct ScreenSnapshot: Hashable, Sendable {
  /// The connector, for as long as the daemon runs.
  public var id: ScreenID
  /// The connector's name, as `HDMI-A-1`: unique on the machine.
  public var name: String
  /// The device file of its card, as `/dev/dri/card0`, or `simulated`.
  public var device: String
  /// Built into the machine or plugged in.
  public var placement: ConnectorPlacement
  /// The display's identity.
  public var identity: DisplayIdentity
  /// The picture's size; nil if it is unknown.
  public var physicalSize: PhysicalSize?
  /// All that can be shown, in the kernel's order; each is unique by its full timing.
  public var modes: [ScreenMode]
  /// The raw EDID; empty if it could not be read.
  public var edid: [UInt8]
  /// Whether modes and identity can be trusted.
  public var edidState: EDIDState
  /// The kernel marks it as no display for a picture (a headset).
  public var isNonDesktop: Bool
  /// The link failed training (`link-status` is BAD).
  public var isLinkBad: Bool
  /// The path of a DisplayPort MST connector; empty elsewhere.
  public var path: String

  /// Makes a snapshot.
  public init(
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

/// Names one connector of one card for as long as the daemon knows it.
///
/// A backend gives it out and never uses one twice.
///
/// It identifies no display: that is `DisplayIdentity`.
public struct ScreenID: RawRepresentable, Hashable, Comparable, Sendable {
  /// Counted by the backend; never given out twice.
  public var rawValue: UInt64

  /// Makes an identifier of its number.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Whether the left one arrived first.
  public static func < (left: ScreenID, right: ScreenID) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// A difference between two probes of the connectors.
public enum ScreenChange: Hashable, Sendable {
  /// A display is gone.
  case disconnected(ScreenID)
  /// A display is there that was not.
  case connected(ScreenSnapshot)
  /// The display on a connector is another one, has other modes, or its EDID came late.
  case changed(ScreenSnapshot)

  /// The current state of the screen; nil if its display is gone.
  public var snapshot: ScreenSnapshot? {
    switch self {
    case .disconnected: nil
    case .connected(let snapshot), .changed(let snapshot): snapshot
    }
  }
}

/// Whether a display is part of the machine or was plugged into it.
public enum ConnectorPlacement: String, Hashable, Sendable {
  /// A laptop's or device's own panel: eDP, LVDS, DSI or DPI.
  case builtIn
  /// All sockets, and the outputs of virtual machines.
  case external
}
