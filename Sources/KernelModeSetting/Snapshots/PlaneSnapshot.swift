internal import CDRM

/// A plane at one moment.
public struct PlaneSnapshot: Hashable, Sendable {
  /// Its number.
  public var id: PlaneID
  /// The purpose of the plane.
  ///
  /// Without `DRM_CLIENT_CAP_UNIVERSAL_PLANES` the kernel lists only overlays.
  public var kind: PlaneKind
  /// The CRTCs that can blend it.
  public var possibleCRTCs: CRTCMask
  /// The pixel formats it takes.
  public var formats = [PixelFormat.xrgb8888]
  /// The CRTC that blends it; nil for none.
  public var currentCRTC: CRTCID?
  /// The framebuffer on it; nil for none.
  public var framebuffer: FramebufferID?
  /// Its properties by name.
  public var properties = PropertySet()

  /// Whether it accepts the changed rectangles of a frame (`FB_DAMAGE_CLIPS`).
  public var hasDamageClips: Bool { properties["FB_DAMAGE_CLIPS"] != nil }
}

/// The purpose of a plane (the property `type`).
public enum PlaneKind: UInt64, Hashable, Sendable {
  case overlay, primary, cursor
}

/// A pixel format by its four-character code (drm_fourcc.h).
public struct PixelFormat: RawRepresentable, Hashable, Sendable {
  /// The code.
  public var rawValue: UInt32

  /// Takes the kernel's code.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// 32 bits with, from the highest, an unused byte, red, green and blue (`DRM_FORMAT_XRGB8888`).
  ///
  /// All framebuffers of pictures here have this format.
  public static let xrgb8888 = PixelFormat(rawValue: MARQUEE_DRM_FORMAT_XRGB8888)

  /// The same with alpha in the highest byte, for pointers (`DRM_FORMAT_ARGB8888`).
  public static let argb8888 = PixelFormat(rawValue: MARQUEE_DRM_FORMAT_ARGB8888)
}
