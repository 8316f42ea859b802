/// The kernel's number of a plane: a layer that a CRTC blends into its picture.
///
/// Numbers are those of one card, are used anew after an object has gone, and are never zero for an object
/// (`DRM_MODE_OBJECT_PLANE` in drm_mode.h).
public struct PlaneID: ObjectID {
  /// The number, as the kernel gave it.
  public var rawValue: UInt32

  /// Takes the kernel's number.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}
