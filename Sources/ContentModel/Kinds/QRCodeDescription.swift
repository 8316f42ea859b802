package import DisplayTypes

/// A QR code, in whole pixels, with the quiet zone that readers need.
public struct QRCodeDescription: Hashable, Sendable {
  package static let mostBytes = QRCodeLimits.mostBytes

  /// As a rule an address.
  package var text = ""
  /// Below the code; nil for nothing.
  package var caption: String?
  /// The dark modules.
  package var foreground = Color.black
  /// The light modules and the quiet zone.
  package var background = Color.white
}

extension QRCodeDescription: ContentMapping {
  package static let form = ContentForm(
    kind: .qrCode, main: .text("text"), keys: ["text", "caption", "foreground", "background"],
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
