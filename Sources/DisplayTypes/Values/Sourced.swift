/// A value and its place in a file; two are equal if their values are, because a move to another line is not a change.
public struct Sourced<Value> {
  package var value: Value
  /// The place in the file; nil for a built-in default.
  package var location: SourceLocation?

  /// Makes a value that comes from no file.
  public init(_ value: Value) {
    self.init(value, at: nil)
  }

  /// Makes a value with its place.
  package init(_ value: Value, at location: SourceLocation?) {
    self.value = value
    self.location = location
  }

  package func map<Other>(_ transform: (Value) -> Other) -> Sourced<Other> {
    Sourced<Other>(transform(value), at: location)
  }
}

extension Sourced: Sendable where Value: Sendable {}

extension Sourced: Equatable where Value: Equatable {
  /// Compares only the values.
  public static func == (left: Sourced, right: Sourced) -> Bool { left.value == right.value }
}

extension Sourced: Hashable where Value: Hashable {
  /// Hashes only the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

/// A place in a user's file, for messages and `explain`.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
  package var file: String
  /// The line, counted from 1.
  package var line: Int
  /// The column in characters, counted from 1.
  package var column: Int

  package init(file: String, line: Int, column: Int = 1) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// `file:line`.
  public var description: String { "\(file):\(line)" }
}
