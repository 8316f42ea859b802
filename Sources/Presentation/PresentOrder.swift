public import Composition
public import DisplayTypes

/// A picture for one screen, as `DisplayCommand.present` has it.
public struct PresentOrder: Sendable {
  /// The screen that it is for.
  public var screen: ScreenID
  /// The configuration that it was laid out for.
  public var token: CommitToken
  /// How its points lie on the pixels.
  public var geometry: OutputGeometry
  /// What is shown.
  public var tree: LayerTree
  /// Who waits for it; nil where nobody does.
  public var request: RequestID?

  /// Makes an order.
  public init(
    screen: ScreenID, token: CommitToken, geometry: OutputGeometry, tree: LayerTree, request: RequestID? = nil
  ) {
    self.screen = screen
    self.token = token
    self.geometry = geometry
    self.tree = tree
    self.request = request
  }
}
