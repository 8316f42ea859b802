/// Ends a session for good; where it was connected, its screen shows what is due next.
public struct DestroySessionCall: PictureCall, Hashable {
  /// What it is answered with.
  public typealias Reply = PicturesReply
  /// The method's name.
  public static var method: ControlMethod { .destroySession }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The session's identifier.
  public var session: String
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  /// Makes one from its fields.
  public init(session: String, noWait: Bool? = nil) {
    self.session = session
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case session, noWait
  }
}
