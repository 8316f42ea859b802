public import Composition
public import DisplayTypes

/// Lays the test patterns out, to the pixel, for any mode, transform, scale, pixel shape and overscan.
nonisolated public enum PatternLayout {
  /// The layers of a pattern.
  ///
  /// Costs a few bitmaps at most; nothing is shared between two calls.
  ///
  /// A geometry without pixels gets an empty tree.
  public static func tree(_ name: PatternName, for geometry: OutputGeometry) -> LayerTree {
    var canvas = PatternCanvas(geometry: geometry)
    guard !canvas.size.isEmpty else { return LayerTree() }
    switch name {
    case .bars: BarsPattern.draw(on: &canvas)
    case .grid: GridPattern.draw(on: &canvas)
    case .ramps: RampsPattern.draw(on: &canvas)
    case .movingBar: MovingBarPattern.draw(on: &canvas)
    case .frameCounter: FrameCounterPattern.draw(on: &canvas)
    }
    return LayerTree(background: canvas.background, layers: canvas.layers)
  }
}
