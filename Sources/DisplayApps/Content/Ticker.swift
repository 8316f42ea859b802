public import ControlProtocol

/// A line that runs through its room without an end.
public struct Ticker: SceneContent {
  /// As it is sent.
  public let info: ContentInfo

  /// Makes one.
  ///
  /// - Parameters:
  ///   - text: The line.
  ///   - speed: Widths of its room in a second; nil for 0.1.
  ///   - foreground: The letters' colour, as `#rrggbb`; nil for white.
  ///   - background: The colour behind them; nil for black.
  ///   - font: A font family, as `DejaVu Sans`; nil for the system's sans-serif.
  public init(
    _ text: String, speed: Double? = nil, foreground: String? = nil, background: String? = nil, font: String? = nil
  ) {
    info = ContentInfo(
      "ticker",
      [
        "text": .string(text), "speed": .real(speed), "foreground": .text(foreground),
        "background": .text(background), "font": .text(font),
      ])
  }
}
