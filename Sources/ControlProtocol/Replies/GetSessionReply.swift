/// Answers `GetSession`.
public struct GetSessionReply: ControlReply, Hashable {
  /// The session.
  public var session: SessionInfo
  /// The make of its display; empty where that says nothing of itself.
  public var make: String
  /// The model of its display.
  public var model: String
  /// The serial of its display.
  public var serial: String
  /// The connector on which that was last seen.
  public var connector: String
  /// The day on which that was, as `2026-11-21` in UTC; nil where the clock has never been right.
  public var lastSeen: String?
  /// What `Show` chose in place of the configured content.
  public var content: ContentInfo?
  /// What its app keeps with it.
  public var userInfo: [String: JSONValue]
  /// Where the window of an application scene is on its display; nil where none is shown.
  public var frame: FrameInfo?

  /// Makes one from its fields.
  public init(
    session: SessionInfo, make: String, model: String, serial: String, connector: String, lastSeen: String? = nil,
    content: ContentInfo? = nil, userInfo: [String: JSONValue] = [:], frame: FrameInfo? = nil
  ) {
    self.session = session
    self.make = make
    self.model = model
    self.serial = serial
    self.connector = connector
    self.lastSeen = lastSeen
    self.content = content
    self.userInfo = userInfo
    self.frame = frame
  }
}
