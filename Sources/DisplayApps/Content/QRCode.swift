public import ControlProtocol

/// A QR code, as large as fits.
public struct QRCode: SceneContent {
  /// As it is sent.
  public let info: ContentInfo

  /// Makes one.
  ///
  /// - Parameters:
  ///   - text: What it says to the camera, up to 2,331 bytes.
  ///   - caption: What stands below it for people.
  ///   - foreground: The modules' colour, as `#rrggbb`; nil for black.
  ///   - background: The colour behind them; nil for white.
  public init(_ text: String, caption: String? = nil, foreground: String? = nil, background: String? = nil) {
    info = ContentInfo(
      "qr",
      [
        "text": .string(text), "caption": .text(caption), "foreground": .text(foreground),
        "background": .text(background),
      ])
  }
}
