/// A part of a picture, in shares of its width and height; the whole is 0, 0, 1, 1.
public struct UnitRect: Hashable, Sendable {
  /// The left edge.
  public var x: Double
  /// The upper edge.
  public var y: Double
  /// Share of the width.
  public var width: Double
  /// Share of the height.
  public var height: Double

  /// Makes a part; what lies outside the picture is cut off when it is drawn.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// All of it.
  public static let whole = UnitRect(x: 0, y: 0, width: 1, height: 1)
}
