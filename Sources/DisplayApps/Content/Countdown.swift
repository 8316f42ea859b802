public import ControlProtocol

/// The time that is left until a moment.
public struct Countdown: SceneContent {
  /// As it is sent.
  public let info: ContentInfo

  /// Makes one.
  ///
  /// - Parameters:
  ///   - end: The moment with its offset from UTC, as `2026-12-31T23:59:59+01:00`.
  ///   - title: What stands above it.
  ///   - ended: What is shown afterwards.
  ///   - foreground: The letters' colour, as `#rrggbb`; nil for white.
  ///   - background: The colour behind them; nil for black.
  ///   - font: A font family, as `DejaVu Sans`; nil for the system's sans-serif.
  public init(
    to end: String, title: String? = nil, ended: String? = nil, foreground: String? = nil, background: String? = nil,
    font: String? = nil
  ) {
    info = ContentInfo(
      "countdown",
      [
        "end": .string(end), "title": .text(title), "ended": .text(ended), "foreground": .text(foreground),
        "background": .text(background), "font": .text(font),
      ])
  }
}
