public import DisplayTypes

/// A connector and the display on it, at one moment.
public struct ConnectorSnapshot: Hashable, Sendable {
  /// Its number; another display may get it after a dock has gone.
  public var id: ConnectorID
  /// What sort of connector it is.
  public var kind: ConnectorKind
  /// Its place among those of its kind, from 1.
  public var kindIndex: UInt32
  /// Whether a display is there.
  public var status: ConnectorStatus
  /// The modes in the kernel's order.
  ///
  /// Where no EDID could be read they may be the kernel's guess.
  public var modes: [ScreenMode]
  /// The picture's size; nil where the kernel does not know it.
  public var physicalSize: PhysicalSize?
  /// Its properties by name.
  public var properties: PropertySet
  /// The bytes of the EDID; empty where there is none.
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

  /// The name as sysfs has it behind the card's, such as `HDMI-A-1`.
  public var name: String { "\(kind.name)-\(kindIndex)" }

  /// Built into the machine or plugged in.
  public var placement: ConnectorPlacement { kind.placement }

  /// It is no display: pictures go back to memory.
  public var isWriteback: Bool { kind == .writeback }

  /// The kernel says that what is plugged in shows no desktop, such as a headset (`non-desktop`).
  public var isNonDesktop: Bool { (properties.value("non-desktop") ?? 0) != 0 }

  /// The link failed training, and wants a modeset with a mode that fits what is left of it (`link-status` is Bad).
  public var isLinkBad: Bool { properties.value("link-status") == 1 }

  /// Whether it may show a picture without ever having an EDID: built-in panels, VGA, virtual machines' connectors.
  ///
  /// For HDMI, DVI and DisplayPort a missing EDID is a late or a broken one. Whether such a connector has had one before is for
  /// the caller to remember.
  public var mayLackEDID: Bool { !kind.alwaysHasEDID }
}
