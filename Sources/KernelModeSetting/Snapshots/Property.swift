/// A property of an object at one moment: its number, name and value.
public struct Property: Hashable, Sendable {
  /// The number for setting it.
  public var id: PropertyID
  /// The name, such as `CRTC_ID`.
  public var name: String
  /// The value.
  public var value: UInt64
  /// Whether only the kernel sets it.
  public var isImmutable = false
  /// The named values of an enumeration; the named bit numbers of a bitmask.
  public var enumeration: [String: UInt64] = [:]
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
