/// What a scene shows, as `show` and the configuration say it: a kind and its value.
///
/// The values have the words of the configuration file; docs/content.md has them all. Whether they make sense is for the daemon to
/// say, since it reads them as it reads the file.
public struct ContentInfo: Hashable, Sendable {
  /// The kinds, as they are called here.
  public static let kinds = [
    "color", "pattern", "banner", "image", "slideshow", "playlist", "schedule", "deck", "ticker", "clock", "countdown",
    "qr", "layout", "setup",
  ]

  /// One of `kinds`.
  public var kind: String
  /// What is said of it.
  public var value: JSONValue

  /// Makes one from its parts.
  public init(kind: String, value: JSONValue) {
    self.kind = kind
    self.value = value
  }

  /// One colour, as `#rrggbb`.
  public static func color(_ color: String) -> ContentInfo { ContentInfo(kind: "color", value: .string(color)) }

  /// A test pattern by its name, as `bars` or `moving-bar`.
  public static func pattern(_ name: String) -> ContentInfo { ContentInfo(kind: "pattern", value: .string(name)) }

  /// A text.
  public static func banner(_ banner: BannerInfo) -> ContentInfo { ContentInfo(kind: "banner", value: banner.json) }

  /// Checks what can be checked without the daemon: no text is longer than what is ever drawn.
  func validate() throws(ControlError) {
    try Self.check(value)
  }

  private static func check(_ value: JSONValue) throws(ControlError) {
    switch value {
    case .null, .bool, .integer, .number: return
    case .string(let text):
      let length = text.utf8.count
      guard length <= ControlLimits.textBytes else {
        throw .textTooLong(length: length, limit: ControlLimits.textBytes)
      }
    case .array(let values): for value in values { try check(value) }
    case .object(let values): for value in values.values { try check(value) }
    }
  }
}

extension ContentInfo: Codable {
  /// Reads an object with exactly one of the kinds.
  public init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownFields(Self.kinds)
    let container = try decoder.container(keyedBy: AnyKey.self)
    var found: [ContentInfo] = []
    for key in container.allKeys {
      let value = try container.decode(JSONValue.self, forKey: key)
      if value != .null { found.append(ContentInfo(kind: key.stringValue, value: value)) }
    }
    guard let content = found.first, found.count == 1 else {
      throw ControlError.invalidValue(
        parameter: "content", value: "\(found.count) of them",
        expected: "exactly one of \(Self.kinds.joined(separator: ", "))")
    }
    self = content
  }

  /// Writes the object with its one key.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    try container.encode(value, forKey: AnyKey(stringValue: kind))
  }
}
