/// A width and a height in points: square, scaled, upright units in which scenes are laid out.
public struct PointSize: Hashable, Sendable {
  /// From left to right, in points.
  public var width: Double
  /// From top to bottom, in points.
  public var height: Double

  /// Makes a size.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// No area.
  public static let zero = PointSize(width: 0, height: 0)
}
