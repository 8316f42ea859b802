/// A way in points, to the right and down.
public struct PointOffset: Hashable, Sendable {
  /// To the right.
  public var x: Double
  /// Down.
  public var y: Double

  /// Makes an offset; negative is to the left and up.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
