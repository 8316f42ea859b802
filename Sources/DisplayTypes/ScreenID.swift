/// Names one connector of one card for as long as the daemon knows it.
///
/// A backend gives it out and never uses one twice.
///
/// It identifies no display: that is `DisplayIdentity`.
public struct ScreenID: RawRepresentable, Hashable, Comparable, Sendable {
  /// Counted by the backend; never given out twice.
  public var rawValue: UInt64

  /// Makes an identifier of its number.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Whether the left one arrived first.
  public static func < (left: ScreenID, right: ScreenID) -> Bool {
    left.rawValue < right.rawValue
  }
}
