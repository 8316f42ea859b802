package import DisplayTypes

extension Color: ContentValue {
  package static let form = ContentForm(kind: .color, main: .word, example: "'#204060'")
  package var content: ContentDescription { .color(self) }
  package var written: MessageValue { .text(hexadecimal) }
  package var summary: String { "color \(hexadecimal)" }
  /// Black is visible: it covers other pictures.
  package var isVisible: Bool { alpha > 0 }

  /// Whether a text in this colour can be seen on a background, or else the background itself.
  func shows(_ text: String, on background: Color) -> Bool {
    let isBlank = text.unicodeScalars.allSatisfy {
      $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint
    }
    let isLit = background.alpha > 0 && (background.red, background.green, background.blue) != (0, 0, 0)
    return isLit || !isBlank && alpha > 0 && self != background
  }

  package static func read(from parent: ConfigurationSection, by reader: ContentReader) -> Color? {
    parent.color("color")
  }
}
