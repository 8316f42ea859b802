// Made by tools/varlink-gen from org.marquee.Display.varlink. Do not edit.
// swift-format-ignore-file

/// The effect of another configuration on a screen.
public struct ScreenPlanInfo: Codable, Hashable, Sendable {
  /// The screen's name.
  public var screen: String
  /// The changes, each as a sentence; empty if the screen stays as it is.
  public var changes: [String]
  /// Whether its mode would be set, so that the display is dark for a moment.
  public var modeset: Bool

  public init(screen: String, changes: [String] = [], modeset: Bool = false) {
    self.screen = screen
    self.changes = changes
    self.modeset = modeset
  }
}
