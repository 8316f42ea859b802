// Made by tools/varlink-gen from org.marquee.Display.varlink. Do not edit.
// swift-format-ignore-file

/// The content for the foreground app's scene on one screen.
public struct ScreenContent: Codable, Hashable, Sendable {
  /// The screen's name, as `HDMI-A-1`.
  public var screen: String
  /// The content that the screen shows from now on.
  public var content: ContentInfo

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
    self.screen = try container.decode(String.self, forKey: .screen)
    self.content = try container.decode(ContentInfo.self, forKey: .content)
  }
}

extension ContentInfo {
  /// The kinds, as they are called here.
  public static let kinds = [
    "color", "pattern", "banner", "image", "slideshow", "playlist", "schedule", "deck", "ticker", "clock",
    "countdown", "qr", "layout", "setup", "surface", "video", "stream"]
}
