/// The kernel's number of an encoder: the link between CRTCs and a connector.
///
/// Numbers are those of one card, are used anew after an object has gone, and are never zero for an object
/// (`DRM_MODE_OBJECT_ENCODER` in drm_mode.h).
public struct EncoderID: ObjectID {
  /// The number, as the kernel gave it.
  public var rawValue: UInt32

  /// Takes the kernel's number.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}
