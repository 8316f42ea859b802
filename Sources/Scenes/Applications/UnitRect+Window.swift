public import Composition

nonisolated extension UnitRect {
  /// Whether it can be the frame of a window: on its display, and at least an eighth of that each way.
  public var isWindowFrame: Bool {
    let edges = [x, y, x + width, y + height]
    return edges.allSatisfy { $0 >= 0 && $0 <= 1 } && width >= 0.125 && height >= 0.125
  }
}
