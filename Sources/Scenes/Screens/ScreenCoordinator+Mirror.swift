internal import Composition
internal import DisplayTypes

extension ScreenCoordinator {
  /// The name of the screen whose picture is shown here; nil where it has its own.
  public var mirroredScreen: String? {
    decision.picture.shown == .mirror && lit != nil ? system.mainScreen?.name : nil
  }

  /// What is shown where no scene is due: the main screen's picture, or the idle frame.
  var standingTree: LayerTree {
    guard decision.picture.shown == .mirror, let source = system.mainCoordinator, source !== self,
      let (tree, size) = source.shownTree, let own = screen?.geometry?.size
    else { return idleTree }
    return tree.fitted(from: size, into: own)
  }

  /// The main screen shows something else.
  func mirrorDidChange() {
    guard decision.picture.shown == .mirror, attempt == nil, lit != nil else { return }
    present(standingTree)
  }
}
