package import DisplayTypes

/// A line of text that runs across the screen for ever.
public struct TickerDescription: Hashable, Sendable {
  package static let highestSpeed = 10.0

  /// The text; line breaks become spaces.
  package var text = ""
  /// The colour of the letters; nil for the layout's, otherwise white.
  package var foreground: Color?
  package var background: Color?
  package var font: String?
  /// The speed in widths of the text's area per second; above 0.
  package var speed = 0.1
}

extension TickerDescription: ContentMapping, StyledContent {
  package static let form = ContentForm(
    kind: .ticker, main: .text("text"), sample: "{ text: \"Trains leave from platform 3\" }",
    example: "'Trains leave from platform 3'")
  package var content: ContentDescription { .ticker(self) }
  package var summary: String { "ticker \(text)" }
  package var isVisible: Bool { shownForeground.shows(text, on: shownBackground) }

  package func add(to needs: inout ContentNeeds) { needs.texts = true }

  mutating func visit(_ fields: inout ContentFields) {
    fields.field("text", &text, .text(isEmptyAllowed: false))
    fields.field("foreground", &foreground, .color)
    fields.field("background", &background, .color)
    fields.field("font", &font, .font)
    fields.field(
      "speed", &speed, .number(in: 0.001...Self.highestSpeed, what: "a speed in widths a second"),
      help: "the speed, in widths of the screen a second")
  }
}
