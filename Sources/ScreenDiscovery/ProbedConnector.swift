public import DisplayTypes
internal import EDID

/// What one look at a connector found.
///
/// A backend fills it in; what it means is `ConnectorScanner`'s to say.
public struct ProbedConnector: Hashable, Sendable {
  /// The connector, for as long as the daemon runs.
  ///
  /// Another display on it keeps the number.
  public var id: ScreenID
  /// The connector's name, as `HDMI-A-1`: unique on the machine.
  public var name: String
  /// The device file of its card, as `/dev/dri/card0`, or `simulated`.
  public var device: String
  /// Built into the machine or plugged in.
  public var placement: ConnectorPlacement
  /// Whether every display on a connector of this kind has an EDID (HDMI, DVI, DisplayPort), so that a missing one is late.
  public var alwaysHasEDID: Bool
  /// Whether a display is there.
  public var isConnected: Bool
  /// The modes in the kernel's order; its guess, where the EDID could not be read.
  public var modes: [ScreenMode]
  /// The EDID's bytes as they came; empty where there are none.
  public var edid: [UInt8] {
    didSet { readEDID = ProbedConnector.read(edid) }
  }
  /// The size that the kernel knows without an EDID, as of panels that a device tree describes.
  public var physicalSize: PhysicalSize?
  /// The kernel says that this is no display for a picture.
  public var isNonDesktop: Bool
  /// The link failed training (`link-status` is BAD).
  public var isLinkBad: Bool
  /// The path of a DisplayPort MST connector; empty elsewhere.
  public var path: String
  /// Read once, since it is asked for several times a look.
  private var readEDID: EDID?

  /// Makes a finding; what is not named is unknown or not so.
  public init(
    id: ScreenID, name: String, device: String, placement: ConnectorPlacement = .external, alwaysHasEDID: Bool,
    isConnected: Bool, modes: [ScreenMode] = [], edid: [UInt8] = [], physicalSize: PhysicalSize? = nil,
    isNonDesktop: Bool = false, isLinkBad: Bool = false, path: String = ""
  ) {
    self.id = id
    self.name = name
    self.device = device
    self.placement = placement
    self.alwaysHasEDID = alwaysHasEDID
    self.isConnected = isConnected
    self.modes = modes
    self.edid = edid
    self.physicalSize = physicalSize
    self.isNonDesktop = isNonDesktop
    self.isLinkBad = isLinkBad
    self.path = path
    readEDID = ProbedConnector.read(edid)
  }

  /// Whether the bytes are an EDID.
  public var hasReadableEDID: Bool { readEDID != nil }

  /// The screen that the upper layers see.
  ///
  /// Bytes that are no EDID are left out, so that rubbish which differs from look to look is no change.
  public func snapshot(edidState: EDIDState) -> ScreenSnapshot {
    let read = readEDID
    return ScreenSnapshot(
      id: id, name: name, device: device, placement: placement, identity: read?.displayIdentity ?? .unknown,
      physicalSize: read?.physicalSize ?? physicalSize, modes: modes, edid: read == nil ? [] : edid,
      edidState: edidState, isNonDesktop: isNonDesktop || (read?.isNonDesktop ?? false), isLinkBad: isLinkBad,
      path: path)
  }

  private static func read(_ edid: [UInt8]) -> EDID? {
    edid.isEmpty ? nil : try? EDID(bytes: edid)
  }
}
