/// A mode of a screen, as clients see it.
public struct ScreenModeInfo: Codable, Hashable, Sendable {
  /// The short name, unique within the screen: `1920x1080@59.94`, `720x480@59.94 4:3`.
  public var name: String
  /// Visible pixels in a line.
  public var width: Int
  /// Visible lines.
  public var height: Int
  /// Refreshes (fields, where interlaced) in a thousand seconds.
  public var refreshMillihertz: Int
  /// Whether every refresh carries half of the lines.
  public var interlaced: Bool
  /// Whether the display prefers it.
  public var preferred: Bool
  /// A pixel's width divided by its height.
  public var pixelAspectRatio: Double
  /// The picture aspect announced to a TV, as `16:9`; nil where none is.
  public var pictureAspect: String?

  /// Makes one from its fields.
  public init(
    name: String, width: Int, height: Int, refreshMillihertz: Int, interlaced: Bool = false, preferred: Bool = false,
    pixelAspectRatio: Double = 1, pictureAspect: String? = nil
  ) {
    self.name = name
    self.width = width
    self.height = height
    self.refreshMillihertz = refreshMillihertz
    self.interlaced = interlaced
    self.preferred = preferred
    self.pixelAspectRatio = pixelAspectRatio
    self.pictureAspect = pictureAspect
  }

  /// Writes every field; what is missing becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(width, forKey: .width)
    try container.encode(height, forKey: .height)
    try container.encode(refreshMillihertz, forKey: .refreshMillihertz)
    try container.encode(interlaced, forKey: .interlaced)
    try container.encode(preferred, forKey: .preferred)
    try container.encode(pixelAspectRatio, forKey: .pixelAspectRatio)
    try container.encode(pictureAspect, forKey: .pictureAspect)
  }

  enum CodingKeys: String, CodingKey {
    case name, width, height, refreshMillihertz, interlaced, preferred, pixelAspectRatio, pictureAspect
  }
}
