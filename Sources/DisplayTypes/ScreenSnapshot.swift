/// What a backend knows of one connected display at one moment.
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
  /// Who the display says it is.
  public var identity: DisplayIdentity
  /// The picture's size; nil where it is unknown.
  public var physicalSize: PhysicalSize?
  /// All that can be shown, in the kernel's order; each is unique by its full timing.
  public var modes: [ScreenMode]
  /// The raw EDID; empty where it could not be read.
  public var edid: [UInt8]
  /// Whether modes and identity can be trusted.
  public var edidState: EDIDState
  /// The kernel says that this is no display for a picture (a headset).
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
