public import DisplayTypes
internal import SystemPackage

/// A connector and its CRTC on the legacy path: for drivers without atomic commits, or with broken ones.
///
/// Its calls take effect at once, without a test. Enable `ClientCapability.aspectRatio`, otherwise modes lose their picture aspect.
public struct LegacyOutput: Hashable, Sendable {
  /// The connector.
  public let connector: ConnectorID
  /// The connector's name, for messages.
  public let name: String
  /// The CRTC.
  public let crtc: CRTCID
  private let gammaSize: Int
  private let otherPlanes: [PlaneID]
  private let planeResets: [PropertySetting]

  /// Stores the data for the calls.
  ///
  /// Throws `gone` if an object is not in the snapshot.
  public init(connector: ConnectorID, crtc: CRTCID, plane: PlaneID? = nil, in card: CardSnapshot) throws(DisplayError) {
    guard let connectorNow = card.connector(connector), let crtcNow = card.crtc(crtc) else {
      throw DisplayError(code: .gone, operation: "use connector \(connector) and CRTC \(crtc)", device: card.device)
    }
    self.connector = connector
    self.crtc = crtc
    name = connectorNow.name
    gammaSize = min(crtcNow.gammaSize, 1 << 16)
    otherPlanes = card.planes.filter { $0.kind == .overlay && $0.currentCRTC == crtc }.map(\.id)
    let cursors = CRTCMask(index: crtcNow.index)
    planeResets = card.planes.filter { $0.id == plane || $0.kind == .cursor && $0.possibleCRTCs == cursors }.flatMap {
      let now = $0.properties.all
      return InheritedState.resets(of: $0).filter { reset in
        !now.contains { $0.id == reset.property && $0.value == reset.value }
      }
    }
  }

  /// Sets a mode with a picture, and resets the settings of other programs: overlay planes, the pointer, gamma, and the
  /// rotation, alpha and blending of its planes.
  ///
  /// - Throws: `refused` for a mode that does not work here. In this case nothing has changed.
  /// - C: `drmModeSetCrtc`.
  public func setMode(_ mode: ScreenMode, framebuffer: FramebufferID, on card: CardDescriptor) throws(DisplayError) {
    try card.calling("set the mode \(ModeNames.plainName(of: mode)) on \(name)") { () throws(Errno) in
      try card.interface.setCRTC(
        card.number, crtc.rawValue, framebuffer: framebuffer.rawValue, connectors: [connector.rawValue],
        mode: ModeInfo(mode))
    }
    // A driver without one of these calls has nothing to reset.
    for plane in otherPlanes { try? card.interface.disablePlane(card.number, plane.rawValue) }
    for reset in planeResets {
      try? card.interface.setProperty(
        card.number, reset.object, .plane, property: reset.property.rawValue, value: reset.value)
    }
    try? card.interface.hideCursor(card.number, crtc.rawValue)
    if gammaSize > 1 {
      let ramp = (0..<gammaSize).map { UInt16($0 * 0xffff / (gammaSize - 1)) }
      try? card.interface.setGamma(card.number, crtc.rawValue, ramp: ramp)
    }
  }

  /// Shows another framebuffer at the next vblank.
  ///
  /// Allocates nothing if it succeeds. A `FlipEvent` reports the time.
  ///
  /// - Throws: `busy` while a flip is pending, `refused` if the CRTC is off or the framebuffer does not fit.
  /// - C: `drmModePageFlip` with `DRM_MODE_PAGE_FLIP_EVENT`.
  public func flip(to framebuffer: FramebufferID, userData: UInt64, on card: CardDescriptor) throws(DisplayError) {
    try card.calling("show a frame on \(name)") { () throws(Errno) in
      try card.interface.pageFlip(
        card.number, crtc.rawValue, framebuffer: framebuffer.rawValue, flags: CommitFlags.pageFlipEvent.rawValue,
        userData: userData)
    }
  }

  /// Makes the screen dark (`drmModeSetCrtc` without a mode), and hides the pointer, which would return with the next mode.
  public func turnOff(on card: CardDescriptor) throws(DisplayError) {
    try? card.interface.hideCursor(card.number, crtc.rawValue)
    try card.calling("switch \(name) off") { () throws(Errno) in
      try card.interface.setCRTC(card.number, crtc.rawValue, framebuffer: 0, connectors: [], mode: nil)
    }
  }
}
