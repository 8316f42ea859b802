/// A text that fills a screen: wrapped, and as large as fits.
public struct BannerInfo: Codable, Hashable, Sendable {
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

  enum CodingKeys: String, CodingKey, CaseIterable {
    case text, foreground, background, font, alignment, markup
  }

  /// Reads one; an unknown field is an error.
  public init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownFields(CodingKeys.self)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    text = try container.decode(String.self, forKey: .text)
    foreground = try container.decodeIfPresent(String.self, forKey: .foreground)
    background = try container.decodeIfPresent(String.self, forKey: .background)
    font = try container.decodeIfPresent(String.self, forKey: .font)
    alignment = try container.decodeIfPresent(String.self, forKey: .alignment)
    markup = try container.decodeIfPresent(Bool.self, forKey: .markup)
  }
}
