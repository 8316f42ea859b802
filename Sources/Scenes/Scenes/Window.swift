public import Composition

/// Holds the layer tree of a scene.
///
/// Fills the screen for external roles.
public final class Window {
  /// The scene that shows it.
  public internal(set) weak var scene: Scene?
  /// What it shows.
  public private(set) var tree: LayerTree
  var treeDidChange: (() -> Void)?

  /// Makes a window with these layers.
  public init(tree: LayerTree = LayerTree()) {
    self.tree = tree
  }

  /// Applies all changes in one frame, or none where one of them does not fit.
  public func commit(_ transaction: Transaction) throws(TransactionError) {
    try tree.apply(transaction)
    treeDidChange?()
  }

  /// Exchanges the whole tree in one frame.
  public func replace(_ tree: LayerTree) {
    self.tree = tree
    treeDidChange?()
  }
}
