/// Names one commit, so that its end can be told from that of an older one on the same screen. Given out in rising order.
public struct CommitToken: RawRepresentable, Hashable, Comparable, Sendable {
  public var rawValue: UInt64

  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  public static func < (left: CommitToken, right: CommitToken) -> Bool {
    left.rawValue < right.rawValue
  }
}
