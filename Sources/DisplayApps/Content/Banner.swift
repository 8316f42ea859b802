public import ControlProtocol

/// A text that fills the screen: wrapped, and as large as fits.
public struct Banner: SceneContent {
  /// As it is sent.
  public let info: ContentInfo

  /// Makes one.
  ///
  /// - Parameters:
  ///   - text: In any language, up to 16 KiB; line breaks are kept.
  ///   - foreground: The letters' colour, as `#rrggbb`; nil for white.
  ///   - background: The colour behind them; nil for black.
  ///   - font: A font family, as `DejaVu Sans`; nil for the system's sans-serif.
  ///   - alignment: `start`, `center` or `end`; nil for the centre.
  ///   - markup: Whether the text is Pango markup.
  public init(
    _ text: String, foreground: String? = nil, background: String? = nil, font: String? = nil, alignment: String? = nil,
    markup: Bool = false
  ) {
    info = .banner(
      BannerInfo(
        text: text, foreground: foreground, background: background, font: font, alignment: alignment,
        markup: markup ? true : nil))
  }
}
