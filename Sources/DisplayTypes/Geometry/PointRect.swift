/// A rectangle in points, with its origin at the top left corner.
public struct PointRect: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  /// Makes a rectangle.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The rectangle of `size` at the origin.
  package init(size: PointSize) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// An empty rectangle at the origin.
  public static let zero = PointRect(x: 0, y: 0, width: 0, height: 0)

  package var maxX: Double { x + width }
  package var maxY: Double { y + height }
  package var size: PointSize { PointSize(width: width, height: height) }
}

/// A width and a height in points, the square, scaled, upright units in which scenes are laid out.
public struct PointSize: Hashable, Sendable {
  /// The width in points.
  public var width: Double
  /// The height in points.
  public var height: Double

  /// Makes a size.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// An empty size.
  public static let zero = PointSize(width: 0, height: 0)
}
