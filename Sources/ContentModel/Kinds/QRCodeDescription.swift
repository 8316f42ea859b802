package import DisplayTypes

/// A QR code in whole pixels, with the quiet zone that scanners need.
public struct QRCodeDescription: Hashable, Sendable {
  package static let mostBytes = QRCodeLimits.mostBytes

  /// The text of the code, usually an address.
  package var text = ""
  package var caption: String?
  package var foreground = Color.black
  /// The colour of the light modules and the quiet zone.
  package var background = Color.white
}

extension QRCodeDescription: ContentMapping {
  package static let form = ContentForm(
    kind: .qrCode, main: .text("text"), sample: "{ text: \"https://example.org\" }",
    example: "https://example.org --caption Menu")
  package var content: ContentDescription { .qrCode(self) }
  package var summary: String { "qr \(text)" }

  package init(_ text: String, caption: String?) { self.init(text: text, caption: caption) }

  mutating func visit(_ fields: inout ContentFields) {
    fields.field("text", &text, .text(maximum: Self.mostBytes, isEmptyAllowed: false))
    fields.field("caption", &caption, .caption, help: "the text below the code")
    fields.field("foreground", &foreground, .color)
    fields.field("background", &background, .color)
  }
}
