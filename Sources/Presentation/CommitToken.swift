/// Names one commit, so that its end can be told from that of an older one on the same screen.
///
/// Given out in rising order.
public struct CommitToken: RawRepresentable, Hashable, Comparable, Sendable {
  /// The number that the kernel hands back with the flip.
  public var rawValue: UInt64

  /// Makes a token of its number.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Whether the left one was given out first.
  public static func < (left: CommitToken, right: CommitToken) -> Bool {
    left.rawValue < right.rawValue
  }
}
