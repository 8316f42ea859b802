/// The content of a scene: a kind and its value, as in the configuration file (docs/content.md). The daemon checks the value.
public struct ContentInfo: Hashable, Sendable {
  /// One of `kinds`.
  public var kind: String
  /// The fields of the kind, or its only value.
  public var value: JSONValue

  /// Makes a content from its parts.
  public init(kind: String, value: JSONValue) {
    self.kind = kind
    self.value = value
  }

  /// One colour as `#rrggbb`.
  public static func color(_ color: String) -> ContentInfo { ContentInfo(kind: "color", value: .string(color)) }

  /// A test pattern by its name, such as `bars` or `moving-bar`.
  public static func pattern(_ name: String) -> ContentInfo { ContentInfo(kind: "pattern", value: .string(name)) }

  /// A text.
  public static func banner(_ banner: BannerInfo) -> ContentInfo { ContentInfo(kind: "banner", value: banner.json) }

  /// Checks the length of texts.
  func validate() throws(ControlError) {
    try Self.validate(value)
  }

  private static func validate(_ value: JSONValue) throws(ControlError) {
    switch value {
    case .null, .bool, .integer, .number: return
    case .string(let text): try checkLength(text)
    case .array(let values): for value in values { try validate(value) }
    case .object(let values): for value in values.values { try validate(value) }
    }
  }
}

extension ContentInfo: Codable {
  /// Reads an object with exactly one of the kinds.
  public init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownFields(Self.kinds)
    let container = try decoder.container(keyedBy: NameKey.self)
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
    var container = encoder.container(keyedBy: NameKey.self)
    try container.encode(value, forKey: NameKey(kind))
  }
}

/// A text that fills a screen. It is wrapped, and as large as possible.
public struct BannerInfo: Hashable, Sendable {
  /// The text in any language. Line breaks stay.
  public var text: String
  /// The text's colour as `#rrggbb`; nil for white.
  public var foreground: String?
  /// The background colour as `#rrggbb`; nil for black.
  public var background: String?
  /// A font family, such as `DejaVu Sans`; nil for the system's sans-serif.
  public var font: String?
  /// `start`, `center` or `end`; nil for `center`.
  public var alignment: String?
  /// Whether the text is Pango markup; nil for no.
  public var markup: Bool?

  /// Makes a banner from its fields.
  public init(
    text: String, foreground: String? = nil, background: String? = nil, font: String? = nil, alignment: String? = nil,
    markup: Bool? = nil
  ) {
    self.text = text
    self.foreground = foreground
    self.background = background
    self.font = font
    self.alignment = alignment
    self.markup = markup
  }

  var json: JSONValue {
    var fields: [String: JSONValue] = ["text": .string(text)]
    for (name, value) in [
      ("foreground", foreground), ("background", background), ("font", font), ("alignment", alignment),
    ] { fields[name] = value.map { .string($0) } }
    fields["markup"] = markup.map { .bool($0) }
    return .object(fields)
  }
}
