/// A display as a talk sees it.
public struct TalkScreenInfo: Codable, Hashable, Sendable {
  /// Its name.
  public var screen: String
  /// How it takes part.
  public var state: TalkScreenState
  /// Its mode's name; nil where it has none.
  public var mode: String?

  /// Makes one from its fields.
  public init(screen: String, state: TalkScreenState, mode: String? = nil) {
    self.screen = screen
    self.state = state
    self.mode = mode
  }
}
