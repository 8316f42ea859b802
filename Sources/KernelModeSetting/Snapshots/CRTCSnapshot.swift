public import DisplayTypes

/// A CRTC at one moment.
public struct CRTCSnapshot: Hashable, Sendable {
  /// Its number.
  public var id: CRTCID
  /// Its place in `CardResources.crtcs`, by which masks name it.
  public var index: Int
  /// Whether it makes a picture: it has a mode, and is not switched off by `ACTIVE`.
  public var isActive: Bool
  /// The mode it is set to; nil for none.
  public var mode: ScreenMode?
  /// The framebuffer on its primary plane; nil for none, or where the kernel does not tell it to us.
  public var framebuffer: FramebufferID?
  /// The number of entries of its legacy gamma ramp; 0 where there is none.
  public var gammaSize: Int
  /// Its properties by name.
  public var properties: PropertySet

  /// Makes a snapshot.
  public init(
    id: CRTCID, index: Int, isActive: Bool = false, mode: ScreenMode? = nil, framebuffer: FramebufferID? = nil,
    gammaSize: Int = 0, properties: PropertySet = PropertySet()
  ) {
    self.id = id
    self.index = index
    self.isActive = isActive
    self.mode = mode
    self.framebuffer = framebuffer
    self.gammaSize = gammaSize
    self.properties = properties
  }
}
