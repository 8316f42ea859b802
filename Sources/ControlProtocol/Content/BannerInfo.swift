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
