public import DisplayTypes

/// What a layer shows.
public enum LayerContents: Sendable {
  /// Nothing of its own; it groups and clips its sublayers.
  case none
  /// One colour.
  case solid(Color)
  /// A picture, stretched over the layer's frame.
  case bitmap(Bitmap)
  /// A stencil: the colour where the picture (of format `a8`) has coverage.
  case mask(Bitmap, Color)
}

extension LayerContents: Equatable {
  /// Pictures are equal when they are the same object: they never change.
  public static func == (left: LayerContents, right: LayerContents) -> Bool {
    switch (left, right) {
    case (.none, .none): true
    case (.solid(let first), .solid(let second)): first == second
    case (.bitmap(let first), .bitmap(let second)): first === second
    case (.mask(let first, let firstColor), .mask(let second, let secondColor)):
      first === second && firstColor == secondColor
    case (.none, _), (.solid, _), (.bitmap, _), (.mask, _): false
    }
  }
}
