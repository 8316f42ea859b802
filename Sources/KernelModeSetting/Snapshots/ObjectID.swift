/// The number of a kernel mode-setting object.
///
/// Each kind has its own type, so that none is taken for another.
public protocol ObjectID: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible
where RawValue == UInt32 {
  /// Takes the kernel's number.
  init(rawValue: UInt32)
}

extension ObjectID {
  /// Orders by number, which is the kernel's order of making.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The number as decimal digits.
  public var description: String { String(rawValue) }

  /// The number; nil for zero, which is the kernel's "none".
  package init?(nonzero number: UInt32) {
    guard number != 0 else { return nil }
    self.init(rawValue: number)
  }
}

/// The kernel's number of a connector: a socket, a panel's cable, or the output of a virtual machine.
///
/// Numbers belong to one card, are reused after an object has gone, and are never zero (`DRM_MODE_OBJECT_CONNECTOR` in drm_mode.h).
public struct ConnectorID: ObjectID {
  /// The number, as the kernel gave it.
  public var rawValue: UInt32

  /// Takes the kernel's number.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}

/// The kernel's number of an encoder: the link between CRTCs and a connector (`DRM_MODE_OBJECT_ENCODER` in drm_mode.h).
public struct EncoderID: ObjectID {
  /// The number, as the kernel gave it.
  public var rawValue: UInt32

  /// Takes the kernel's number.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}

/// The kernel's number of a CRTC: the part of the card that makes one timing and one picture (`DRM_MODE_OBJECT_CRTC` in drm_mode.h).
public struct CRTCID: ObjectID {
  /// The number, as the kernel gave it.
  public var rawValue: UInt32

  /// Takes the kernel's number.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}

/// The kernel's number of a plane: a layer that a CRTC blends into its picture (`DRM_MODE_OBJECT_PLANE` in drm_mode.h).
public struct PlaneID: ObjectID {
  /// The number, as the kernel gave it.
  public var rawValue: UInt32

  /// Takes the kernel's number.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}

/// The kernel's number of a framebuffer: a buffer with a size and a pixel format for planes (`DRM_MODE_OBJECT_FB` in drm_mode.h).
public struct FramebufferID: ObjectID {
  /// The number, as the kernel gave it.
  public var rawValue: UInt32

  /// Takes the kernel's number.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}

/// The kernel's number of a property of connectors, CRTCs or planes (`DRM_MODE_OBJECT_PROPERTY` in drm_mode.h).
public struct PropertyID: ObjectID {
  /// The number, as the kernel gave it.
  public var rawValue: UInt32

  /// Takes the kernel's number.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}

/// The kernel's number of a property blob: the bytes of a property's value (`DRM_MODE_OBJECT_BLOB` in drm_mode.h).
public struct BlobID: ObjectID {
  /// The number, as the kernel gave it.
  public var rawValue: UInt32

  /// Takes the kernel's number.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}
