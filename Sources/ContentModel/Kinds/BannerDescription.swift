public import DisplayTypes

/// A text that fills a screen: wrapped, and as large as fits.
public struct BannerDescription: Hashable, Sendable {
  /// How lines stand between the edges.
  public typealias Alignment = TextAlignment

  /// What is written, plain or in markup.
  public var text = ""
  /// The colour of the letters.
  public var foreground = Color.white
  /// The colour behind them, to the edges of the screen.
  public var background = Color.black
  /// A fontconfig family, as `DejaVu Sans`; nil for the system's sans-serif.
  public var font: String?
  /// How lines of different lengths stand.
  public var alignment = Alignment.center
  /// Whether `text` is Pango markup.
  public var usesMarkup = false
}

extension BannerDescription: ContentMapping {
  package static let form = ContentForm(
    .banner, main: .text("text"), keys: ["text", "background", "foreground", "font", "alignment", "markup"],
    sample: "{ text: \"Welcome\" }")
  package static let plain = Self()
  package var content: ContentDescription { .banner(self) }

  package init(_ text: String, on background: Color) { self.init(text: text, background: background) }

  mutating func visit(_ fields: inout ContentFields) {
    fields.field("text", &text, .text())
    fields.field("foreground", &foreground, .color)
    fields.field("background", &background, .color)
    fields.field("font", &font, .font)
    fields.field("alignment", &alignment, .word)
    fields.field("markup", &usesMarkup, .flag)
  }

  /// Without the word joiners by which a set-up card keeps an address on one line: whoever copies it wants the address.
  package var summary: String {
    var copy = "banner "
    copy.unicodeScalars.append(contentsOf: text.unicodeScalars.filter { $0 != "\u{2060}" })
    return copy
  }
}
