/// A rectangle in points; the origin is the top left corner.
public struct PointRect: Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The rectangle of `size` at the origin.
  public init(size: PointSize) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// No area, at the origin.
  public static let zero = PointRect(x: 0, y: 0, width: 0, height: 0)

  /// One past the right edge.
  public var maxX: Double { x + width }
  /// One past the bottom edge.
  public var maxY: Double { y + height }
  /// Width and height.
  public var size: PointSize { PointSize(width: width, height: height) }
}
