/// The properties of one object at one moment, by name.
public struct PropertySet: Hashable, Sendable {
  private var properties: [String: Property] = [:]

  /// Takes properties; where two have one name, the last stands.
  public init(_ properties: some Sequence<Property> = []) {
    for property in properties { self.properties[property.name] = property }
  }

  /// The property of that name; nil where the object has none.
  public subscript(name: String) -> Property? { properties[name] }

  /// The value of the property of that name; nil where the object has none.
  public func value(_ name: String) -> UInt64? { properties[name]?.value }

  /// All of them, by name.
  public var all: [Property] { properties.values.sorted { $0.name < $1.name } }
}
