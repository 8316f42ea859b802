public import ControlProtocol

/// The time of day, and whatever else of a date, as large as fits.
public struct Clock: SceneContent {
  /// As it is sent.
  public let info: ContentInfo

  /// Makes one.
  ///
  /// - Parameters:
  ///   - format: As strftime(3) has it; nil for hours and minutes.
  ///   - zone: A time zone, as `Europe/Berlin`; nil for the machine's.
  ///   - foreground: The letters' colour, as `#rrggbb`; nil for white.
  ///   - background: The colour behind them; nil for black.
  ///   - font: A font family, as `DejaVu Sans`; nil for the system's sans-serif.
  public init(
    _ format: String? = nil, zone: String? = nil, foreground: String? = nil, background: String? = nil,
    font: String? = nil
  ) {
    info = ContentInfo(
      "clock",
      [
        "format": .text(format), "zone": .text(zone), "foreground": .text(foreground),
        "background": .text(background), "font": .text(font),
      ])
  }
}
