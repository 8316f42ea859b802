/// A width and a height in points: square, scaled, upright units in which scenes are laid out.
public struct PointSize: Hashable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// No area.
  public static let zero = PointSize(width: 0, height: 0)
}
