/// What the foreground app's scene on one screen is to show.
public struct ScreenContent: Codable, Hashable, Sendable {
  /// The screen's name, as `HDMI-A-1`.
  public var screen: String
  /// What is shown there from now on.
  public var content: ContentInfo

  /// Makes one from its fields.
  public init(screen: String, content: ContentInfo) {
    self.screen = screen
    self.content = content
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen, content
  }

  /// Reads one; an unknown field is an error.
  public init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownFields(CodingKeys.self)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    screen = try container.decode(String.self, forKey: .screen)
    content = try container.decode(ContentInfo.self, forKey: .content)
  }
}
