/// The four edges of `OverscanInset`, named as they stand on the panel (before any rotation of the content).
public struct OverscanInsets: Hashable, Sendable {
  /// From the upper edge.
  public var top: OverscanInset
  /// From the right edge.
  public var right: OverscanInset
  /// From the lower edge.
  public var bottom: OverscanInset
  /// From the left edge.
  public var left: OverscanInset

  /// Makes insets; what is not named is nothing.
  public init(
    top: OverscanInset = .none, right: OverscanInset = .none, bottom: OverscanInset = .none, left: OverscanInset = .none
  ) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }

  /// Nothing is cut off.
  public static let none = OverscanInsets()
}
