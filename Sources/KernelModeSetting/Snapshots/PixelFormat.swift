internal import CDRM

/// A pixel format by its four-character code (drm_fourcc.h).
public struct PixelFormat: RawRepresentable, Hashable, Sendable {
  /// The code.
  public var rawValue: UInt32

  /// Takes the kernel's code.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// 32 bits: unused, red, green, blue from the top (`DRM_FORMAT_XRGB8888`).
  ///
  /// What all framebuffers here have.
  public static let xrgb8888 = PixelFormat(rawValue: MARQUEE_DRM_FORMAT_XRGB8888)
}
