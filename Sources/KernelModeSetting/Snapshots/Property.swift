/// A property of one object at one moment: its number, what it is, and its value.
public struct Property: Hashable, Sendable {
  /// The number by which it is set.
  public var id: PropertyID
  /// The name, such as `CRTC_ID`.
  public var name: String
  /// The value.
  public var value: UInt64
  /// What sort of value it is.
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
