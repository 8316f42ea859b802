public import DisplayTypes

/// A QR code, in whole pixels, with the quiet zone that readers need.
public struct QRCodeDescription: Hashable, Sendable {
  /// The most bytes that a code holds.
  public static let mostBytes = QRCodeLimits.mostBytes

  /// What is read from it: an address, as a rule.
  public var text = ""
  /// What is written below it; nil for nothing.
  public var caption: String?
  /// The dark modules.
  public var foreground = Color.black
  /// The light modules and the quiet zone.
  public var background = Color.white
}

extension QRCodeDescription: ContentMapping {
  package static let form = ContentForm(
    .qrCode, main: .text("text"), keys: ["text", "caption", "foreground", "background"],
    sample: "{ text: \"https://example.org\" }")
  package static let plain = Self()
  package var content: ContentDescription { .qrCode(self) }
  package var summary: String { "qr \(text)" }

  package init(_ text: String, caption: String?) { self.init(text: text, caption: caption) }

  mutating func visit(_ fields: inout ContentFields) {
    fields.field("text", &text, .text(maximum: Self.mostBytes, isEmptyAllowed: false))
    fields.field("caption", &caption, .caption)
    fields.field("foreground", &foreground, .color)
    fields.field("background", &background, .color)
  }
}
