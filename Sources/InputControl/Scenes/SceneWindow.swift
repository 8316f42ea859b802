public import ControlProtocol

/// An application scene and where it is on its display.
public struct SceneWindow: Hashable, Sendable {
  /// The session's identifier.
  public var session: String
  /// In shares of the display as it is seen.
  public var frame: FrameInfo

  /// Makes one from its fields.
  public init(session: String, frame: FrameInfo) {
    self.session = session
    self.frame = frame
  }
}
