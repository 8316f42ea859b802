/// What is to be another in a session, connected or not; what is nil stays as it is.
public struct SceneChangeInfo: Codable, Hashable, Sendable {
  /// The session's identifier.
  public var session: String
  /// What it shows from now on.
  public var content: ContentInfo?
  /// Whether it goes back to what its configuration shows; nil for no.
  public var configured: Bool?
  /// Whether its scene has a window; one without leaves the screen to the next app.
  public var window: Bool?
  /// All that its app keeps with it: up to 16 KiB of JSON, 16 levels deep.
  public var userInfo: [String: JSONValue]?
  /// What is being done there, for its next scene and the app's others.
  public var activity: ActivityInfo?

  /// Makes one from its fields.
  public init(
    session: String, content: ContentInfo? = nil, configured: Bool? = nil, window: Bool? = nil,
    userInfo: [String: JSONValue]? = nil, activity: ActivityInfo? = nil
  ) {
    self.session = session
    self.content = content
    self.configured = configured
    self.window = window
    self.userInfo = userInfo
    self.activity = activity
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case session, content, configured, window, userInfo, activity
  }

  /// Reads one; an unknown field is an error.
  public init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownFields(CodingKeys.self)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    session = try container.decode(String.self, forKey: .session)
    content = try container.decodeIfPresent(ContentInfo.self, forKey: .content)
    configured = try container.decodeIfPresent(Bool.self, forKey: .configured)
    window = try container.decodeIfPresent(Bool.self, forKey: .window)
    userInfo = try container.decodeIfPresent([String: JSONValue].self, forKey: .userInfo)
    activity = try container.decodeIfPresent(ActivityInfo.self, forKey: .activity)
  }
}
