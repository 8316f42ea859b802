/// A wish that gave no candidate, and why.
public struct ModeRefusal: Hashable, Sendable, CustomStringConvertible {
  /// The wish in its canonical text.
  public var wish: String
  /// Who wished.
  public var source: ModeChoiceSource
  /// Why it fell through, as a plain sentence without a full stop.
  public var reason: String
  /// Names of modes that come near, the nearest first.
  public var near: [String]

  /// Makes one from its parts.
  public init(wish: String, source: ModeChoiceSource, reason: String, near: [String]) {
    self.wish = wish
    self.source = source
    self.reason = reason
    self.near = near
  }

  /// Wish, source, reason and near modes in one line.
  public var description: String {
    "\(wish) from \(source): \(reason)" + (near.isEmpty ? "" : "; near: \(near.joined(separator: ", "))")
  }
}
