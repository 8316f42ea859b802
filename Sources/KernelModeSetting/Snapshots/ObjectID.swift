/// The kernel's number of a mode-setting object.
///
/// Each kind of object has its own type of number, so the compiler finds mix-ups.
///
/// Numbers belong to one card and are never zero. The kernel reuses the number of a removed object.
public struct ObjectID<Kind: ~Copyable>: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The kernel's number.
  public var rawValue: UInt32

  /// Takes the kernel's number.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The number; nil for zero, which is the kernel's "none".
  package init?(nonzero number: UInt32) {
    guard number != 0 else { return nil }
    self.init(rawValue: number)
  }

  /// Orders by number, which is usually the order in which the kernel made the objects.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The number as decimal digits.
  public var description: String { String(rawValue) }
}

/// The number of a connector: a socket, a panel's cable, or the output of a virtual machine.
public typealias ConnectorID = ObjectID<ConnectorSnapshot>
/// The number of an encoder: the link between CRTCs and a connector.
public typealias EncoderID = ObjectID<EncoderSnapshot>
/// The number of a CRTC: the part of the card that makes one timing and one picture.
public typealias CRTCID = ObjectID<CRTCSnapshot>
/// The number of a plane: a layer that a CRTC blends into its picture.
public typealias PlaneID = ObjectID<PlaneSnapshot>
/// The number of a framebuffer: a buffer with a size and a pixel format for planes.
public typealias FramebufferID = ObjectID<Framebuffer>
/// The number of a property of connectors, CRTCs or planes.
public typealias PropertyID = ObjectID<Property>
/// The number of a property blob: the bytes of a property's value.
public typealias BlobID = ObjectID<PropertyBlob>
