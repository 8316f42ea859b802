import DisplayTypes

/// Reads `content:`: one key, which is the kind, and its value.
enum ContentReader {
  /// The most bytes of a banner's text.
  ///
  /// No screen shows more legibly, and layout time grows with it.
  static let maximumTextBytes = 16 * 1024

  private static let kinds = ["color", "pattern", "banner"]
  /// Words that this version knows but cannot show yet.
  private static let laterKinds = ["image", "deck", "playlist"]
  private static let expected = "one of color, pattern, banner with its value, as { banner: { text: \"Welcome\" } }"

  static func read(from parent: ConfigurationSection) -> Sourced<ContentDescription>? {
    guard let section = parent.section("content", keys: kinds + laterKinds, expected: expected) else { return nil }
    for entry in section.entries where laterKinds.contains(entry.key) {
      section.errors.add(
        entry.mark, section.path(entry.key), "content of the kind “\(entry.key)” is not supported by this version yet",
        expected: expected)
    }
    guard section.entries.count == 1, let entry = section.entries.first else {
      let lines = section.entries.map { "“\(Quoting.short($0.key))” in line \($0.mark.line)" }
      section.errors.add(
        section.mark, section.path, lines.isEmpty ? "is empty" : "has several kinds: \(lines.joined(separator: ", "))",
        expected: expected)
      return nil
    }
    return content(of: entry.key, in: section).map { Sourced($0, at: section.errors.location(section.mark)) }
  }

  private static func content(of kind: String, in section: ConfigurationSection) -> ContentDescription? {
    switch kind {
    case "color": color("color", in: section).map { .color($0) }
    case "pattern": section.word("pattern", PatternName.self).map { .pattern($0.value) }
    case "banner": banner(in: section).map { .banner($0) }
    default: nil
    }
  }

  /// A key's colour; nil where it is absent, and after a report where it is none.
  static func color(_ key: String, in section: ConfigurationSection) -> Color? {
    section.value(key, what: "a colour", expected: "\"#rgb\", \"#rrggbb\" or \"#rrggbbaa\", in quotes") { Color($0) }?
      .value
  }

  private static func banner(in parent: ConfigurationSection) -> BannerDescription? {
    let expected = "{ text: \"Welcome\" }"
    if let entry = parent.entry("banner"), case .scalar = entry.value.value {
      return text("banner", in: parent).map { BannerDescription(text: $0) }
    }
    let keys = ["text", "background", "foreground", "font", "alignment", "markup"]
    guard let section = parent.section("banner", keys: keys, expected: expected) else { return nil }
    if section.entry("text") == nil {
      section.errors.add(section.mark, section.path, "the banner has no text", expected: expected)
    }
    let text = text("text", in: section)
    let plain = BannerDescription(text: text ?? "")
    let banner = BannerDescription(
      text: plain.text, foreground: color("foreground", in: section) ?? plain.foreground,
      background: color("background", in: section) ?? plain.background,
      font: section.text("font", expected: "a font's family, as \"DejaVu Sans\"")?.value,
      alignment: section.word("alignment", BannerDescription.Alignment.self)?.value ?? plain.alignment,
      usesMarkup: section.flag("markup")?.value ?? plain.usesMarkup)
    return text == nil ? nil : banner
  }

  private static func text(_ key: String, in section: ConfigurationSection) -> String? {
    guard let text = section.text(key, expected: "a text, as \"Welcome\"")?.value else { return nil }
    guard text.utf8.count <= maximumTextBytes else {
      section.errors.add(
        section.entry(key)?.value.mark ?? section.mark, section.path(key), "the text has \(text.utf8.count) bytes",
        expected: "at most \(maximumTextBytes)")
      return nil
    }
    return text
  }
}
