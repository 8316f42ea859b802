/// Answers `RefreshSessions`.
public struct RefreshSessionsReply: ControlReply, Hashable {
  /// The identifiers of those sessions whose scenes were laid out.
  public var sessions: [String]

  /// Makes one from its fields.
  public init(sessions: [String]) {
    self.sessions = sessions
  }
}
