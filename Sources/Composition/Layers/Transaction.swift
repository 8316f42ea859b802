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

  /// The changes, applied in this order.
  public var changes: [Change]

  /// Makes a transaction of changes that are applied in order.
  public init(_ changes: [Change] = []) { self.changes = changes }
}

/// The reason why a transaction was not applied.
public enum TransactionError: Error, Hashable, Sendable {
  /// It names a layer that the tree does not have.
  case noSuchLayer(LayerID)
  /// It adds a layer with an identifier that the tree has already.
  case duplicateLayer(LayerID)
}

extension LayerTree {
  /// Applies all changes in order; after an error the tree is unchanged.
  public mutating func apply(_ transaction: Transaction) throws(TransactionError) {
    var tree = self
    for change in transaction.changes { try tree.apply(change) }
    self = tree
  }

  /// The layer with that identifier, anywhere in the tree.
  public subscript(id: LayerID) -> Layer? { LayerTree.find(id, in: layers) }

  private mutating func apply(_ change: Transaction.Change) throws(TransactionError) {
    switch change {
    case .background(let color): background = color
    case .add(let layer, let parent):
      var known = Set<LayerID>()
      try checkNew(layer, known: &known)
      guard let parent else { return layers.append(layer) }
      try update(parent) { $0.sublayers.append(layer) }
    case .remove(let id):
      guard LayerTree.remove(id, from: &layers) else { throw .noSuchLayer(id) }
    case .frame(let id, let frame): try update(id) { $0.frame = frame }
    case .contents(let id, let contents): try update(id) { $0.contents = contents }
    case .opacity(let id, let opacity): try update(id) { $0.opacity = opacity }
    case .animations(let id, let animations): try update(id) { $0.animations = animations }
    }
  }

  private func checkNew(_ layer: Layer, known: inout Set<LayerID>) throws(TransactionError) {
    guard self[layer.id] == nil, known.insert(layer.id).inserted else { throw .duplicateLayer(layer.id) }
    for sublayer in layer.sublayers { try checkNew(sublayer, known: &known) }
  }

  private mutating func update(_ id: LayerID, _ body: (inout Layer) -> Void) throws(TransactionError) {
    guard LayerTree.update(id, in: &layers, body) else { throw .noSuchLayer(id) }
  }

  private static func find(_ id: LayerID, in layers: [Layer]) -> Layer? {
    for layer in layers {
      if layer.id == id { return layer }
      if let found = find(id, in: layer.sublayers) { return found }
    }
    return nil
  }

  private static func update(_ id: LayerID, in layers: inout [Layer], _ body: (inout Layer) -> Void) -> Bool {
    for index in layers.indices {
      if layers[index].id == id {
        body(&layers[index])
        return true
      }
      if update(id, in: &layers[index].sublayers, body) { return true }
    }
    return false
  }

  private static func remove(_ id: LayerID, from layers: inout [Layer]) -> Bool {
    if let index = layers.firstIndex(where: { $0.id == id }) {
      layers.remove(at: index)
      return true
    }
    for index in layers.indices where remove(id, from: &layers[index].sublayers) { return true }
    return false
  }
}
