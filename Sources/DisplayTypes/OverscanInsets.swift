/// The four edges of `OverscanInset`, named as they stand on the panel (before any rotation of the content).
public struct OverscanInsets: Hashable, Sendable {
  public var top: OverscanInset
  public var right: OverscanInset
  public var bottom: OverscanInset
  public var left: OverscanInset

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
