/// Answers `RequestScene`.
public struct RequestSceneReply: ControlReply, Hashable {
  /// The identifier of the new scene's session.
  public var session: String
  /// The frames that show the change, one a screen that is lit; empty with `noWait`.
  public var presented: [PresentedFrame]

  /// Makes one from its fields.
  public init(session: String, presented: [PresentedFrame]) {
    self.session = session
    self.presented = presented
  }
}
