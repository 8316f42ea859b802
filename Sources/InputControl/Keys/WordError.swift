/// What is wrong with a word of the key map.
public struct WordError: Error, Hashable, Sendable {
  /// What it is, as "“paegup” is no key".
  public var problem: String
  /// What would have been right.
  public var expected: String
  /// What to do; empty where that is plain.
  public var hint: String

  /// Makes one from its parts.
  public init(_ problem: String, expected: String, hint: String = "") {
    self.problem = problem
    self.expected = expected
    self.hint = hint
  }
}
