extension Photograph {
  /// Width and height as a mode's name has them.
  public var sizeText: String { "\(width)x\(height)" }

  /// The colour that most pixels have.
  public var mainColor: RGB? { histogram.max { $0.value < $1.value }?.key }

  /// Whether the outermost pixels on all four edges of the part inside `inset` have one colour, and those just outside another.
  public func hasBorder(_ color: RGB, inset: Int = 0) -> Bool {
    let (left, top, right, bottom) = (inset, inset, width - 1 - inset, height - 1 - inset)
    guard left + 8 < right, top + 8 < bottom else { return false }
    for x in left...right where self[x, top] != color || self[x, bottom] != color { return false }
    for y in top...bottom where self[left, y] != color || self[right, y] != color { return false }
    // A border of one pixel: the next row and column have another colour somewhere near the corner.
    let isThin = self[left + 3, top + 1] != color && self[left + 1, top + 3] != color
    guard inset > 0 else { return isThin }
    return isThin && self[left - 1, top] != color && self[right + 1, bottom] != color
  }

  /// The pixel at a share of width and height.
  public func at(_ x: Double, _ y: Double) -> RGB {
    self[min(width - 1, Int(x * Double(width))), min(height - 1, Int(y * Double(height)))]
  }
}

extension RGB {
  /// White.
  public static let white = RGB(255, 255, 255)
}
