public import DisplayTypes

/// A QR code, in whole pixels, with the quiet zone that readers need.
public struct QRCodeDescription: Hashable, Sendable {
  /// The most bytes that a code holds.
  public static let mostBytes = QRCodeLimits.mostBytes

  /// What is read from it: an address, as a rule.
  public var text: String
  /// What is written below it; nil for nothing.
  public var caption: String?
  /// The dark modules.
  public var foreground: Color
  /// The light modules and the quiet zone.
  public var background: Color

  /// Makes a QR code's description.
  public init(text: String, caption: String? = nil, foreground: Color = .black, background: Color = .white) {
    self.text = text
    self.caption = caption
    self.foreground = foreground
    self.background = background
  }
}
