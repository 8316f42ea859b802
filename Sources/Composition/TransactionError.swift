/// Why a transaction was not applied.
public enum TransactionError: Error, Hashable, Sendable {
  /// It names a layer that the tree does not have.
  case noSuchLayer(LayerID)
  /// It adds a layer with an identifier that the tree has already.
  case duplicateLayer(LayerID)
}
