/// A width and a height in pixels, never negative.
public struct PixelSize: Hashable, Sendable {
  /// Columns.
  public var width: Int
  /// Rows.
  public var height: Int

  /// Makes a size; negative sides become zero.
  public init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// No pixels.
  public static let zero = PixelSize(width: 0, height: 0)

  /// Whether there is no pixel in it.
  public var isEmpty: Bool { width == 0 || height == 0 }

  /// Width and height exchanged, as a quarter turn does.
  public var transposed: PixelSize { PixelSize(width: height, height: width) }
}
