internal import Composition

nonisolated extension LayerTree {
  /// The tree with an identifier of its own for each layer: what was put together of several trees.
  func numbered() -> LayerTree {
    var last: UInt32 = 0
    var tree = self
    for index in tree.layers.indices { Self.number(&tree.layers[index], &last) }
    return tree
  }

  private static func number(_ layer: inout Layer, _ last: inout UInt32) {
    last += 1
    layer.id = LayerID(rawValue: last)
    for index in layer.sublayers.indices { number(&layer.sublayers[index], &last) }
  }
}
