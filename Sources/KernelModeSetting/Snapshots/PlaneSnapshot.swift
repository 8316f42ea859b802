/// A plane at one moment.
public struct PlaneSnapshot: Hashable, Sendable {
  /// Its number.
  public var id: PlaneID
  /// What it is meant for.
  ///
  /// Without `DRM_CLIENT_CAP_UNIVERSAL_PLANES` only overlays are listed.
  public var kind: PlaneKind
  /// The CRTCs that can blend it.
  public var possibleCRTCs: CRTCMask
  /// The pixel formats it takes.
  public var formats: [PixelFormat]
  /// The memory layouts it takes; nil where the driver does not say, which means linear and its own.
  public var modifiers: FormatModifiers?
  /// The CRTC that blends it; nil for none.
  public var currentCRTC: CRTCID?
  /// The framebuffer on it; nil for none.
  public var framebuffer: FramebufferID?
  /// Its properties by name.
  public var properties: PropertySet

  /// Makes a snapshot.
  public init(
    id: PlaneID, kind: PlaneKind, possibleCRTCs: CRTCMask, formats: [PixelFormat] = [.xrgb8888],
    modifiers: FormatModifiers? = nil, currentCRTC: CRTCID? = nil, framebuffer: FramebufferID? = nil,
    properties: PropertySet = PropertySet()
  ) {
    self.id = id
    self.kind = kind
    self.possibleCRTCs = possibleCRTCs
    self.formats = formats
    self.modifiers = modifiers
    self.currentCRTC = currentCRTC
    self.framebuffer = framebuffer
    self.properties = properties
  }

  /// Whether it takes the rectangles that changed (`FB_DAMAGE_CLIPS`).
  public var hasDamageClips: Bool { properties["FB_DAMAGE_CLIPS"] != nil }
}
