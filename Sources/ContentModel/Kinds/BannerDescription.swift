package import DisplayTypes

/// A text that fills a screen: wrapped, and as large as possible.
public struct BannerDescription: Hashable, Sendable {
  /// The text, plain or with markup.
  package var text = ""
  /// The colour of the letters; nil for the layout's, otherwise white.
  package var foreground: Color?
  /// The colour of the screen to its edges; nil for the layout's, otherwise black.
  package var background: Color?
  /// A fontconfig family, such as `DejaVu Sans`; nil for the layout's, otherwise the system's sans-serif.
  package var font: String?
  package var alignment = TextAlignment.center
  /// Whether `text` is Pango markup.
  package var usesMarkup = false
}

extension BannerDescription: ContentMapping, StyledContent {
  package static let form = ContentForm(
    kind: .banner, main: .text("text"), sample: "{ text: \"Welcome\" }", example: "'Back in five minutes' --for 5m")
  package var content: ContentDescription { .banner(self) }

  package init(_ text: String, on background: Color) { self.init(text: text, background: background) }

  package func add(to needs: inout ContentNeeds) { needs.texts = true }

  mutating func visit(_ fields: inout ContentFields) {
    fields.field("text", &text, .text())
    fields.field("foreground", &foreground, .color, help: "the colour of text, or of a code's modules")
    fields.field("background", &background, .color, help: "the colour of the background")
    fields.field("font", &font, .font, help: "the font family")
    fields.field("alignment", &alignment, .word, help: "start, center or end", option: "align")
    fields.field("markup", &usesMarkup, .flag, help: "the text is Pango markup")
  }

  package var isVisible: Bool { shownForeground.shows(plainText, on: shownBackground) }

  /// The text without the tags of its markup.
  private var plainText: String {
    guard usesMarkup else { return text }
    return text.split(separator: "<", omittingEmptySubsequences: false).enumerated()
      .map { $0 == 0 ? $1 : $1.drop { $0 != ">" }.dropFirst() }.joined()
  }

  /// The text without word joiners. Word joiners keep the address of a set-up card on one line. A copy of the address must not have them.
  package var summary: String {
    var copy = "banner "
    copy.unicodeScalars.append(contentsOf: text.unicodeScalars.filter { $0 != "\u{2060}" })
    return copy
  }
}
