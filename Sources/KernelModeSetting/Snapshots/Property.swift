/// A property of an object at one moment: its number, name, type and value.
public struct Property: Hashable, Sendable {
  /// The number for setting it.
  public var id: PropertyID
  /// The name, such as `CRTC_ID`.
  public var name: String
  /// The value.
  public var value: UInt64
  /// The type of the value.
  public var kind: PropertyKind
  /// Whether only the kernel sets it.
  public var isImmutable: Bool
  /// The limits of a range, in the kernel's order; empty otherwise.
  public var limits: [UInt64]
  /// The named values of an enumeration; the named bit numbers of a bitmask.
  public var enumeration: [String: UInt64]

  /// Makes a property.
  public init(
    id: PropertyID, name: String, value: UInt64, kind: PropertyKind = .range, isImmutable: Bool = false,
    limits: [UInt64] = [], enumeration: [String: UInt64] = [:]
  ) {
    self.id = id
    self.name = name
    self.value = value
    self.kind = kind
    self.isImmutable = isImmutable
    self.limits = limits
    self.enumeration = enumeration
  }
}

/// The type of a property's value (`DRM_MODE_PROP_*` in drm_mode.h).
public enum PropertyKind: Hashable, Sendable {
  case range
  /// A range in two's complement.
  case signedRange
  /// One of the named values.
  case enumeration
  /// Any of the named bits.
  case bitmask
  /// The number of a blob, zero for none.
  case blob
  /// The number of another object, zero for none.
  case object
  case other

  /// Reads the flags of `drmModeGetProperty`.
  package init(flags: UInt32) {
    switch flags & 0x0000_ffc0 {
    case 1 << 6: self = .object
    case 2 << 6: self = .signedRange
    default:
      let kinds: [(bit: UInt32, PropertyKind)] = [(1, .range), (3, .enumeration), (4, .blob), (5, .bitmask)]
      self = kinds.first { flags & 1 << $0.bit != 0 }?.1 ?? .other
    }
  }
}

/// The properties of one object at one moment, by name.
public struct PropertySet: Hashable, Sendable {
  private var properties: [String: Property] = [:]

  /// Takes properties.
  ///
  /// Of two with the same name, the last counts.
  public init(_ properties: some Sequence<Property> = []) {
    for property in properties { self.properties[property.name] = property }
  }

  /// The property of that name; nil if the object has none.
  public subscript(name: String) -> Property? { properties[name] }

  /// The value of the property of that name; nil if the object has none.
  public func value(_ name: String) -> UInt64? { properties[name]?.value }

  /// All properties, sorted by name.
  public var all: [Property] { properties.values.sorted { $0.name < $1.name } }
}
