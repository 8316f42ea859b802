/// A wish that no mode of the screen answers.
public struct UnmetWishInfo: Codable, Hashable, Sendable {
  /// The wish, as it was written.
  public var wish: String
  /// Where it came from, as in `CandidateInfo`.
  public var source: String
  /// Why it fell through, as a sentence.
  public var reason: String
  /// Names of modes that come close, the closest first.
  public var near: [String]

  /// Makes one from its fields.
  public init(wish: String, source: String, reason: String, near: [String] = []) {
    self.wish = wish
    self.source = source
    self.reason = reason
    self.near = near
  }
}
