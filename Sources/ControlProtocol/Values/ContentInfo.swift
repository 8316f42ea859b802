/// What a scene shows, as `show` and the configuration say it: a kind and its value.
///
/// The values have the words of the configuration file; docs/content.md has them all. Whether they make sense is for the daemon to
/// say, since it reads them as it reads the file.
public struct ContentInfo: Hashable, Sendable {
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

/// A text that fills a screen: wrapped, and as large as fits.
public struct BannerInfo: Hashable, Sendable {
  /// The text, in any language; line breaks are kept.
  public var text: String
  /// The text's colour as `#rrggbb`; nil for white.
  public var foreground: String?
  /// The colour behind it as `#rrggbb`; nil for black.
  public var background: String?
  /// A font family, as `DejaVu Sans`; nil for the system's sans-serif.
  public var font: String?
  /// How lines stand: `start`, `center` or `end`; nil for the centre.
  public var alignment: String?
  /// Whether the text is Pango markup; nil for no.
  public var markup: Bool?

  /// Makes one from its fields.
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

  /// As a content says it.
  var json: JSONValue {
    var fields: [String: JSONValue] = ["text": .string(text)]
    for (name, value) in [
      ("foreground", foreground), ("background", background), ("font", font), ("alignment", alignment),
    ] { fields[name] = value.map { .string($0) } }
    fields["markup"] = markup.map { .bool($0) }
    return .object(fields)
  }
}
