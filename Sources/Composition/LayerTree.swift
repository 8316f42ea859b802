public import DisplayTypes

/// All that a window shows: a background and layers above it, in points of the geometry that it was laid out for.
public struct LayerTree: Equatable, Sendable {
  /// Covers the whole picture area below the layers; overscan margins outside it are black.
  public var background: Color
  /// Drawn in this order.
  public var layers: [Layer]

  /// Makes a tree; its layers have identifiers of their own each.
  public init(background: Color = .black, layers: [Layer] = []) {
    self.background = background
    self.layers = layers
  }

  /// Whether a frame now and a frame later may differ without a new tree: an animation runs that has not ended by `time`.
  public func isAnimated(at time: MonotonicTime) -> Bool {
    func animated(_ layer: Layer) -> Bool {
      layer.animations.contains { $0.isRunning(at: time) } || layer.sublayers.contains(where: animated)
    }
    return layers.contains(where: animated)
  }
}
