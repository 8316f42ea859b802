package import DisplayTypes

/// A QR code in whole pixels, with the quiet zone that scanners need.
public struct QRCodeDescription: Hashable, Sendable {
  package static let mostBytes = QRCodeLimits.mostBytes

  /// The text of the code, usually an address.
  package var text = ""
  package var caption: String?
  /// The colour of the dark modules and the caption; nil for the layout's, otherwise black.
  package var foreground: Color?
  /// The colour of the light modules and the quiet zone; nil for the layout's, otherwise white.
  package var background: Color?
  /// The font of the caption; nil for the layout's, otherwise the system's sans-serif.
  package var font: String?
}

extension QRCodeDescription: ContentMapping, StyledContent {
  package static let form = ContentForm(
    kind: .qrCode, main: .text("text"), sample: "{ text: \"https://example.org\" }",
    example: "https://example.org --caption Menu")
  package var content: ContentDescription { .qrCode(self) }
  package var summary: String { "qr \(text)" }

  package static var usualColors: (foreground: Color, background: Color) { (.black, .white) }

  package init(_ text: String, caption: String?) { self.init(text: text, caption: caption) }

  /// Whether the modules are so much darker than their background that cameras can read them.
  package var hasContrast: Bool { (shownBackground.luminance + 0.05) / (shownForeground.luminance + 0.05) >= 3 }

  /// Takes the colours of a layout only if cameras can read the code in them. For example, a layout with white letters on blue leaves the
  /// code black on white.
  package func styled(by style: ContentStyle) -> QRCodeDescription {
    var code = self
    code.font = font ?? style.font
    code.foreground = foreground ?? style.foreground
    code.background = background ?? style.background
    guard !code.hasContrast else { return code }
    (code.foreground, code.background) = (foreground, background)
    return code
  }

  package func add(to needs: inout ContentNeeds) { needs.texts = true }

  mutating func visit(_ fields: inout ContentFields) {
    fields.field("text", &text, .text(maximum: Self.mostBytes, isEmptyAllowed: false))
    fields.field("caption", &caption, .caption, help: "the text below the code")
    fields.field("foreground", &foreground, .color)
    fields.field("background", &background, .color)
    fields.field("font", &font, .font)
  }
}

extension Color {
  /// The luminance by WCAG 2.1, from 0 to 1, without alpha. Squares approximate the curve of sRGB well enough for a comparison.
  fileprivate var luminance: Double {
    func linear(_ channel: UInt8) -> Double {
      let value = Double(channel) / 255
      return value * value
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}
