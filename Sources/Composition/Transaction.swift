public import DisplayTypes

/// Changes to a layer tree that become visible together, in one frame, or not at all.
public struct Transaction: Sendable {
  /// One change.
  public enum Change: Sendable {
    case background(Color)
    /// Adds a layer above its siblings, in the tree or within a layer.
    case add(Layer, into: LayerID?)
    case remove(LayerID)
    case frame(LayerID, PointRect)
    case contents(LayerID, LayerContents)
    case opacity(LayerID, Double)
    case animations(LayerID, [LayerAnimation])
  }

  /// Applied in this order.
  public var changes: [Change]

  /// Makes a transaction of changes that are applied in order.
  public init(_ changes: [Change] = []) {
    self.changes = changes
  }
}
