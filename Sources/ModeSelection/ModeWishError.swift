/// A text that is no `ModeWish`.
public struct ModeWishError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text as it came.
  public var text: String
  /// What is wrong with it, as "“1080p” is no size".
  public var problem: String

  /// Makes one from its parts.
  public init(text: String, problem: String) {
    self.text = text
    self.problem = problem
  }

  /// What would have been right.
  public static let expected =
    "WIDTHxHEIGHT with @HERTZ where wanted, as 1920x1080@59.94, 1920x1080i@60 or \"720x480@59.94 4:3\"; preferred; highest; "
    + "and limits behind it, as \"highest <=1920x1080@60\" or \"preferred 16:9\""

  /// What is wrong and what was expected.
  public var description: String { "\(problem); expected \(Self.expected)" }
}
