/// What another configuration would change on a screen.
public struct ScreenPlanInfo: Codable, Hashable, Sendable {
  /// The screen's name.
  public var screen: String
  /// What would be another, each as a sentence; empty where the screen stays as it is.
  public var changes: [String]
  /// Whether its mode would be set, so that the display is dark for a moment.
  public var modeset: Bool

  /// Makes one from its fields.
  public init(screen: String, changes: [String] = [], modeset: Bool = false) {
    self.screen = screen
    self.changes = changes
    self.modeset = modeset
  }
}
