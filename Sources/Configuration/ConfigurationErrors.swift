import DisplayTypes

/// Everything that is wrong in a configuration file, in the order of its lines.
///
/// Never empty.
public struct ConfigurationErrors: Error, Hashable, Sendable, CustomStringConvertible {
  /// The errors; at most `limit` of them.
  public var errors: [ConfigurationError]

  /// Makes a list; it is cut off after `limit`.
  public init(_ errors: [ConfigurationError]) {
    let sorted = errors.enumerated().sorted { left, right in
      (left.element.location.line, left.element.location.column, left.offset)
        < (right.element.location.line, right.element.location.column, right.offset)
    }
    self.errors = sorted.prefix(Self.limit).map(\.element)
  }

  /// As many as somebody will read.
  public static let limit = 50

  /// One line an error.
  public var description: String { errors.map(\.description).joined(separator: "\n") }
}
