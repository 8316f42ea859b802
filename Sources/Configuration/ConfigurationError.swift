public import DisplayTypes

/// One thing that is wrong in a configuration file: where, what, what was expected and what to do.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of mistake it is: messages are answered by that.
  public enum Fault: Hashable, Sendable {
    /// A key is unknown, or its value is of the wrong kind.
    case parameter
    /// That key is missing.
    case missing(String)
    /// A value that makes no sense here.
    case value(String)
    /// A text of so many bytes.
    case tooLong(Int, limit: Int)
    /// Things that do not go together.
    case other
  }

  /// Where it stands.
  public var location: SourceLocation
  /// The key's path, as `screens[1].rotation` (lists count from 0); empty where the file itself is meant.
  public var keyPath: String
  /// What is wrong, as "“45” is not a rotation".
  public var problem: String
  /// What would have been right; empty where the problem says it.
  public var expected: String
  /// What to do; empty where that is plain.
  public var hint: String
  /// What kind of mistake it is.
  public var fault: Fault

  /// Makes an error from its parts.
  public init(
    location: SourceLocation, keyPath: String, problem: String, expected: String = "", hint: String = "",
    fault: Fault = .other
  ) {
    self.location = location
    self.keyPath = keyPath
    self.problem = problem
    self.expected = expected
    self.hint = hint
    self.fault = fault
  }

  /// `FILE:LINE:COLUMN: KEY: PROBLEM; expected EXPECTED; HINT`.
  public var description: String {
    var text = "\(location.file):\(location.line):\(location.column): "
    if !keyPath.isEmpty { text += "\(keyPath): " }
    text += problem
    if !expected.isEmpty { text += "; expected \(expected)" }
    if !hint.isEmpty { text += "; \(hint)" }
    return text
  }
}
