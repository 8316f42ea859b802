public import DisplayTypes

/// A line of text that runs across the screen, for ever.
public struct TickerDescription: Hashable, Sendable {
  /// The fastest one.
  public static let highestSpeed = 10.0

  /// The line; line breaks become spaces.
  public var text = ""
  /// The colour of the letters.
  public var foreground = Color.white
  /// The colour behind them.
  public var background = Color.black
  /// A fontconfig family; nil for the system's sans-serif.
  public var font: String?
  /// How fast it runs: widths of the room that it has, a second; above 0.
  public var speed = 0.1
}

extension TickerDescription: ContentMapping {
  package static let form = ContentForm(
    .ticker, main: .text("text"), keys: ["text", "foreground", "background", "font", "speed"],
    sample: "{ text: \"Trains leave from platform 3\" }")
  package static let plain = Self()
  package var content: ContentDescription { .ticker(self) }
  package var summary: String { "ticker \(text)" }

  mutating func visit(_ fields: inout ContentFields) {
    fields.field("text", &text, .text(isEmptyAllowed: false))
    fields.field("foreground", &foreground, .color)
    fields.field("background", &background, .color)
    fields.field("font", &font, .font)
    fields.field("speed", &speed, .number(in: 0.001...Self.highestSpeed, what: "a speed in widths a second"))
  }
}
