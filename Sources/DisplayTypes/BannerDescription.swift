/// A text that fills a screen: wrapped, and as large as fits.
public struct BannerDescription: Hashable, Sendable {
  /// How lines stand between the edges; start and end follow the text's direction.
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    case start, center, end
  }

  public var text: String
  public var foreground: Color
  public var background: Color
  /// A fontconfig family, as `DejaVu Sans`; nil for the system's sans-serif.
  public var font: String?
  public var alignment: Alignment
  /// Whether `text` is Pango markup.
  public var usesMarkup: Bool

  public init(
    text: String, foreground: Color = .white, background: Color = .black, font: String? = nil,
    alignment: Alignment = .center, usesMarkup: Bool = false
  ) {
    self.text = text
    self.foreground = foreground
    self.background = background
    self.font = font
    self.alignment = alignment
    self.usesMarkup = usesMarkup
  }
}
