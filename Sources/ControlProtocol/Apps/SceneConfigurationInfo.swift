/// What an app says of one kind of its scenes, in its manifest or for one connection.
public struct SceneConfigurationInfo: Codable, Hashable, Sendable {
  /// Its name, unique in its role; nil for `default`.
  public var name: String?
  /// What the scenes show; nil where the app says so later.
  public var content: ContentInfo?
  /// The modes that they wish for, in order, as `1920x1080@60`.
  public var modes: [String]?
  /// The screens that they are for; nil for all.
  public var match: ScreenMatchInfo?
  /// The pixels that they are laid out for in every mode, as `640x480`; nil for those of the screen.
  public var size: String?
  /// Whether they are for the main screen alone, so that others show a placeholder; nil for no.
  public var `private`: Bool?

  /// Makes one from its fields.
  public init(
    name: String? = nil, content: ContentInfo? = nil, modes: [String]? = nil, match: ScreenMatchInfo? = nil,
    size: String? = nil, `private`: Bool? = nil
  ) {
    self.name = name
    self.content = content
    self.modes = modes
    self.match = match
    self.size = size
    self.private = `private`
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case name, content, modes, match, size, `private`
  }

  /// Reads one; an unknown field is an error.
  public init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownFields(CodingKeys.self)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decodeIfPresent(String.self, forKey: .name)
    content = try container.decodeIfPresent(ContentInfo.self, forKey: .content)
    modes = try container.decodeIfPresent([String].self, forKey: .modes)
    match = try container.decodeIfPresent(ScreenMatchInfo.self, forKey: .match)
    size = try container.decodeIfPresent(String.self, forKey: .size)
    `private` = try container.decodeIfPresent(Bool.self, forKey: .private)
  }
}
