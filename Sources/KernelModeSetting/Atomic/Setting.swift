/// One property of one object, and the value it is to have.
public struct Setting: Hashable, Sendable {
  /// The object's number, of whatever kind.
  public var object: UInt32
  /// The property.
  public var property: PropertyID
  /// The value.
  public var value: UInt64

  /// Makes a setting.
  public init(object: UInt32, property: PropertyID, value: UInt64) {
    self.object = object
    self.property = property
    self.value = value
  }
}
