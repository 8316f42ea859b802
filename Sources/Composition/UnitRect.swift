/// A part of a picture, in shares of its width and height; the whole is 0, 0, 1, 1.
public struct UnitRect: Hashable, Sendable {
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

  /// All of it.
  public static let whole = UnitRect(x: 0, y: 0, width: 1, height: 1)
}
