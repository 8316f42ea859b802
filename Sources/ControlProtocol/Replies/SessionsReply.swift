/// Answers `Sessions`.
public struct SessionsReply: ControlReply, Hashable {
  /// The sessions, connected ones first.
  public var sessions: [SessionInfo]

  /// Makes one from its fields.
  public init(sessions: [SessionInfo]) {
    self.sessions = sessions
  }
}
