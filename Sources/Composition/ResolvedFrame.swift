public import DisplayTypes

/// One frame, ready to be drawn: what `LayerTree.resolve` makes of a tree for one moment and one geometry.
///
/// The array is reused from frame to frame, so that resolving allocates nothing in the steady state.
public struct ResolvedFrame: Equatable, Sendable {
  /// The panel's pixels.
  public var size: PixelSize
  /// How contents are turned.
  public var transform: Transform
  /// Where `background` lies; outside it is black.
  public var pictureArea: PixelRect
  /// Covers the picture area below the layers; where it is translucent, black shines through.
  public var background: Color
  /// From the lowest to the topmost.
  public var layers: [ResolvedLayer]

  /// Whether something in it is secret.
  public var isSecret: Bool { layers.contains(where: \.isSecret) }

  /// Makes a frame; by default an empty one for `LayerTree.resolve` to fill.
  public init(
    size: PixelSize = .zero, transform: Transform = .normal, pictureArea: PixelRect = .empty,
    background: Color = .black,
    layers: [ResolvedLayer] = []
  ) {
    self.size = size
    self.transform = transform
    self.pictureArea = pictureArea
    self.background = background
    self.layers = layers
  }
}
