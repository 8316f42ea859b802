/// A value and where it was said.
///
/// Two are equal when their values are: a setting that only moved to another line has not changed.
public struct Sourced<Value> {
  /// What was said.
  public var value: Value
  /// Where it was said; nil for a built-in default.
  public var location: SourceLocation?

  /// Makes one from its parts.
  public init(_ value: Value, at location: SourceLocation? = nil) {
    self.value = value
    self.location = location
  }

  /// The same place with another value.
  public func map<Other>(_ transform: (Value) -> Other) -> Sourced<Other> {
    Sourced<Other>(transform(value), at: location)
  }
}

extension Sourced: Sendable where Value: Sendable {}

extension Sourced: Equatable where Value: Equatable {
  /// Compares the values alone.
  public static func == (left: Sourced, right: Sourced) -> Bool { left.value == right.value }
}

extension Sourced: Hashable where Value: Hashable {
  /// Hashes the value alone.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
