/// Puts the app of a session in the foreground of the session's screen: by the session's identifier, or by what is kept with it or
/// shown in it.
public struct ActivateSessionCall: PictureCall, Hashable {
  /// What it is answered with.
  public typealias Reply = PicturesReply
  /// The method's name.
  public static var method: ControlMethod { .activateSession }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The session's identifier; nil with `userInfo` or `content`.
  public var session: String?
  /// Only this app's, with `userInfo` or `content`.
  public var app: String?
  /// The session whose user information has these values, a connected one before the others, and then the newest.
  public var userInfo: [String: JSONValue]?
  /// The session that shows this.
  public var content: ContentInfo?
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  /// Names a session by its identifier.
  public init(session: String, noWait: Bool? = nil) {
    self.session = session
    self.noWait = noWait
  }

  /// Names a session by what is kept with it, or shown in it.
  public init(
    app: String? = nil, userInfo: [String: JSONValue]? = nil, content: ContentInfo? = nil, noWait: Bool? = nil
  ) {
    self.app = app
    self.userInfo = userInfo
    self.content = content
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case session, app, userInfo, content, noWait
  }
}
