/// A display as a talk sees it.
public struct TalkScreenInfo: Codable, Hashable, Sendable {
  /// Its name.
  public var screen: String
  /// How it takes part.
  public var state: TalkScreenState
  /// Its mode's name; nil where it has none.
  public var mode: String?
  /// Which display it is: its make, model and serial; nil where it has not said who it is.
  ///
  /// Another one there means another display on the same connector.
  public var display: String?

  /// Makes one from its fields.
  public init(screen: String, state: TalkScreenState, mode: String? = nil, display: String? = nil) {
    self.screen = screen
    self.state = state
    self.mode = mode
    self.display = display
  }
}
