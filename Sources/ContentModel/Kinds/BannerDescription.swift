public import DisplayTypes

/// A text that fills a screen: wrapped, and as large as fits.
public struct BannerDescription: Hashable, Sendable {
  /// How lines stand between the edges.
  public typealias Alignment = TextAlignment

  /// What is written, plain or in markup.
  public var text: String
  /// The colour of the letters.
  public var foreground: Color
  /// The colour behind them, to the edges of the screen.
  public var background: Color
  /// A fontconfig family, as `DejaVu Sans`; nil for the system's sans-serif.
  public var font: String?
  /// How lines of different lengths stand.
  public var alignment: Alignment
  /// Whether `text` is Pango markup.
  public var usesMarkup: Bool

  /// Makes a banner.
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
