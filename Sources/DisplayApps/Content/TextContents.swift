public import ControlProtocol

/// A text that fills the screen.
///
/// It is wrapped, and as large as possible.
public struct Banner: SceneContent {
  /// Its form in the daemon's protocol.
  public let info: ContentInfo

  /// Makes a banner.
  ///
  /// - Parameters:
  ///   - text: The text in any language, up to 16 KiB. Line breaks stay.
  ///   - foreground: The colour of the text, as `#rrggbb`; nil for white.
  ///   - background: The colour behind them; nil for black.
  ///   - font: A font family, as `DejaVu Sans`; nil for the system's sans-serif.
  ///   - alignment: `start`, `center` or `end`; nil for `center`.
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

/// A line of text that scrolls through its area without an end.
public struct Ticker: SceneContent {
  /// Its form in the daemon's protocol.
  public let info: ContentInfo

  /// Makes a ticker.
  ///
  /// - Parameters:
  ///   - text: The line.
  ///   - speed: Widths of its area per second; nil for 0.1.
  ///   - foreground: The colour of the text, as `#rrggbb`; nil for white.
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

/// The time of day, optionally with parts of the date, as large as possible.
public struct Clock: SceneContent {
  /// Its form in the daemon's protocol.
  public let info: ContentInfo

  /// Makes a clock.
  ///
  /// - Parameters:
  ///   - format: A format for strftime(3); nil for hours and minutes.
  ///   - zone: A time zone, such as `Europe/Berlin`; nil for the machine's time zone.
  ///   - foreground: The colour of the text, as `#rrggbb`; nil for white.
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

/// The time that is left until a moment.
public struct Countdown: SceneContent {
  /// Its form in the daemon's protocol.
  public let info: ContentInfo

  /// Makes a countdown.
  ///
  /// - Parameters:
  ///   - end: The moment with its offset from UTC, such as `2026-12-31T23:59:59+01:00`.
  ///   - title: The text above it.
  ///   - ended: The text after its end.
  ///   - foreground: The colour of the text, as `#rrggbb`; nil for white.
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

/// A QR code, as large as possible.
public struct QRCode: SceneContent {
  /// Its form in the daemon's protocol.
  public let info: ContentInfo

  /// Makes a QR code.
  ///
  /// - Parameters:
  ///   - text: The text of the code, up to 2,331 bytes.
  ///   - caption: The text below it for people.
  ///   - foreground: The modules' colour, as `#rrggbb`; nil for black.
  ///   - background: The colour behind them; nil for white.
  ///   - font: A font family for the caption; nil for the system's sans-serif.
  public init(
    _ text: String, caption: String? = nil, foreground: String? = nil, background: String? = nil, font: String? = nil
  ) {
    info = ContentInfo(
      "qr",
      [
        "text": .string(text), "caption": .text(caption), "foreground": .text(foreground),
        "background": .text(background), "font": .text(font),
      ])
  }
}
