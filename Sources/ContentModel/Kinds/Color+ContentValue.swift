package import DisplayTypes

extension Color: ContentValue {
  package static let form = ContentForm(kind: .color, main: .word, example: "'#204060'")
  package var content: ContentDescription { .color(self) }
  package var written: MessageValue { .text(hexadecimal) }
  package var summary: String { "color \(hexadecimal)" }

  package static func read(from parent: ConfigurationSection, by reader: ContentReader) -> Color? {
    parent.color("color")
  }
}
