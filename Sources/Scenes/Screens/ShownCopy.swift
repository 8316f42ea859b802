public import Composition
public import DisplayTypes

/// What a screen shows at a moment, for who draws it elsewhere.
public nonisolated struct ShownCopy: Sendable {
  /// The layers, with what is private masked.
  public var tree: LayerTree
  /// The points that they were laid out for.
  public var size: PointSize
  /// How they lie on the screen.
  public var geometry: OutputGeometry
  /// The moment: earlier than now where the picture is held.
  public var time: MonotonicTime

  /// The same picture with fewer pixels: no side is longer than so many.
  public func reduced(longestSide: Int) -> (tree: LayerTree, geometry: OutputGeometry) {
    let small = geometry.reduced(longestSide: longestSide)
    return (tree.fitted(from: size, into: small.size, fit: .stretch), small)
  }
}
