public import DisplayTypes

/// A line of text that runs across the screen, for ever.
public struct TickerDescription: Hashable, Sendable {
  /// The fastest one.
  public static let highestSpeed = 10.0

  /// The line; line breaks become spaces.
  public var text: String
  /// The colour of the letters.
  public var foreground: Color
  /// The colour behind them.
  public var background: Color
  /// A fontconfig family; nil for the system's sans-serif.
  public var font: String?
  /// How fast it runs: widths of the room that it has, a second; above 0.
  public var speed: Double

  /// Makes a ticker's description.
  public init(
    text: String, foreground: Color = .white, background: Color = .black, font: String? = nil, speed: Double = 0.1
  ) {
    self.text = text
    self.foreground = foreground
    self.background = background
    self.font = font
    self.speed = speed
  }
}
