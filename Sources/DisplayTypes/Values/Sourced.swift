/// A value and its place in a file.
///
/// Two are equal if their values are: a setting that only moved to another line has not changed.
public struct Sourced<Value> {
  /// The value.
  public var value: Value
  /// Its place; nil for a built-in default.
  public var location: SourceLocation?

  /// Makes a sourced from its parts.
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

/// A place in a file that a user wrote, so that a message or `explain` can name it.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
  /// The file as it was named, as `/etc/marquee/marquee.yaml`.
  public var file: String
  /// The line, counted from 1.
  public var line: Int
  /// The column in characters, counted from 1.
  public var column: Int

  /// Makes a source location from its parts.
  public init(file: String, line: Int, column: Int = 1) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// `file:line`.
  public var description: String { "\(file):\(line)" }
}
