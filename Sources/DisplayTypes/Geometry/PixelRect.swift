/// A rectangle of whole pixels, half open: it covers `x ..< x + width` and `y ..< y + height`. Arithmetic saturates to ±2^30, so that no
/// outside number overflows.
public struct PixelRect: Hashable, Sendable {
  /// The left column.
  public var x: Int
  /// The upper row.
  public var y: Int
  /// The number of columns.
  public var width: Int
  /// The number of rows.
  public var height: Int

  /// Makes a rectangle; negative sides become zero, and everything is clamped to ±2^30.
  public init(x: Int, y: Int, width: Int, height: Int) {
    let limit = 1 << 30
    self.x = min(max(x, -limit), limit)
    self.y = min(max(y, -limit), limit)
    self.width = min(max(width, 0), limit)
    self.height = min(max(height, 0), limit)
  }

  /// The rectangle of `size` at the origin.
  public init(size: PixelSize) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// An empty rectangle at the origin.
  public static let empty = PixelRect(x: 0, y: 0, width: 0, height: 0)

  /// One past the last column.
  public var maxX: Int { x + width }
  /// One past the last row.
  public var maxY: Int { y + height }
  /// Whether it has no pixels.
  public var isEmpty: Bool { width == 0 || height == 0 }
  package var area: Int { width * height }
  package var size: PixelSize { PixelSize(width: width, height: height) }

  /// The pixels that are in both rectangles; `.empty` if there are none.
  public func intersection(_ other: PixelRect) -> PixelRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let right = min(maxX, other.maxX)
    let bottom = min(maxY, other.maxY)
    guard right > left, bottom > top else { return .empty }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The smallest rectangle that covers both; an empty rectangle adds nothing.
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(x, other.x)
    let top = min(y, other.y)
    return PixelRect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// Whether every pixel of `other` is in this rectangle.
  package func contains(_ other: PixelRect) -> Bool {
    other.isEmpty || (other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY)
  }
}

/// The place of a pixel.
public struct PixelPoint: Hashable, Sendable {
  /// The column.
  public var x: Int
  /// The row.
  public var y: Int

  /// Makes a place, which may be outside of any picture.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// A width and a height in pixels, never negative.
public struct PixelSize: Hashable, Sendable {
  /// The number of columns.
  public var width: Int
  /// The number of rows.
  public var height: Int

  /// Makes a size; negative sides become zero.
  public init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// An empty size.
  public static let zero = PixelSize(width: 0, height: 0)

  /// Whether it has no pixels.
  public var isEmpty: Bool { width == 0 || height == 0 }

  /// The size after a quarter turn.
  package var transposed: PixelSize { PixelSize(width: height, height: width) }
}
