/// A rule of what a screen shows, and whether it holds.
public struct ShownReason: Codable, Hashable, Sendable {
  /// The rule's name: `untouched`, `dark`, `alarm`, `support`, `main`, `withheld`, `foreground`, `fallback`, `mirror` or `idle`.
  public var rule: String
  /// Whether it holds; the first that does decides.
  public var holds: Bool
  /// Why, as a sentence.
  public var reason: String

  /// Makes one from its fields.
  public init(rule: String, holds: Bool, reason: String) {
    self.rule = rule
    self.holds = holds
    self.reason = reason
  }
}
