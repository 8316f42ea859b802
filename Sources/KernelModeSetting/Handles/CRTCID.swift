/// The kernel's number of a CRTC: the part of the card that makes one timing and one picture.
///
/// Numbers are those of one card, are used anew after an object has gone, and are never zero for an object
/// (`DRM_MODE_OBJECT_CRTC` in drm_mode.h).
public struct CRTCID: ObjectID {
  /// The number, as the kernel gave it.
  public var rawValue: UInt32

  /// Takes the kernel's number.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}
