/// A value and its place in a file; equal if the values are, because a setting on another line has not changed.
public struct Sourced<Value> {
  package var value: Value
  /// Its place; nil for a built-in default.
  package var location: SourceLocation?

  /// Makes a value with its place.
  public init(_ value: Value, at location: SourceLocation? = nil) {
    self.value = value
    self.location = location
  }

  package func map<Other>(_ transform: (Value) -> Other) -> Sourced<Other> {
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

/// A place in a file of a user, for messages and `explain`.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
  package var file: String
  /// Counted from 1.
  package var line: Int
  /// In characters, counted from 1.
  package var column: Int

  package init(file: String, line: Int, column: Int = 1) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// `file:line`.
  public var description: String { "\(file):\(line)" }
}
