/// What a scene shows, as `show` and the configuration say it: one key and its value.
public enum ContentInfo: Hashable, Sendable {
  /// One colour, as `#rrggbb`.
  case color(String)
  /// A test pattern by its name, as `bars` or `moving-bar`.
  case pattern(String)
  /// A text.
  case banner(BannerInfo)

  /// Checks what can be checked without the daemon: no text reaches the rasteriser uncapped.
  func validate() throws(ControlError) {
    switch self {
    case .color, .pattern: return
    case .banner(let banner):
      let length = banner.text.utf8.count
      guard length <= ControlLimits.textBytes else {
        throw .textTooLong(length: length, limit: ControlLimits.textBytes)
      }
    }
  }
}

extension ContentInfo: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case color, pattern, banner
  }

  /// Reads an object with exactly one of the keys.
  public init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownFields(CodingKeys.self)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    var found: [ContentInfo] = []
    if let color = try container.decodeIfPresent(String.self, forKey: .color) { found.append(.color(color)) }
    if let pattern = try container.decodeIfPresent(String.self, forKey: .pattern) { found.append(.pattern(pattern)) }
    if let banner = try container.decodeIfPresent(BannerInfo.self, forKey: .banner) {
      found.append(.banner(banner))
    }
    guard let content = found.first, found.count == 1 else {
      throw ControlError.invalidValue(
        parameter: "content", value: "\(found.count) of them", expected: "exactly one of color, pattern and banner")
    }
    self = content
  }

  /// Writes the object with its one key.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .color(let color): try container.encode(color, forKey: .color)
    case .pattern(let pattern): try container.encode(pattern, forKey: .pattern)
    case .banner(let banner): try container.encode(banner, forKey: .banner)
    }
  }
}
