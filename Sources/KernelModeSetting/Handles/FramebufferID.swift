/// The kernel's number of a framebuffer: a buffer with a size and a pixel format, that planes can show.
///
/// Numbers are those of one card, are used anew after an object has gone, and are never zero for an object
/// (`DRM_MODE_OBJECT_FB` in drm_mode.h).
public struct FramebufferID: ObjectID {
  /// The number, as the kernel gave it.
  public var rawValue: UInt32

  /// Takes the kernel's number.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}
