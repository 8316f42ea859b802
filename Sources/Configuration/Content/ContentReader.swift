import DisplayTypes

/// Reads a content: one key, which is the kind, and its value.
///
/// Files, messages and what was kept have the same words.
struct ContentReader {
  /// The most bytes of a banner's or a ticker's text.
  ///
  /// No screen shows more legibly, and layout time grows with it.
  static let maximumTextBytes = 16 * 1024
  static let kinds = ContentKind.allCases.map(\.rawValue)
  static let expected =
    "one of \(kinds.joined(separator: ", ")) with its value, as { banner: { text: \"Welcome\" } }"

  let context: ContentContext

  /// Reads `content:`.
  func read(from parent: ConfigurationSection) -> Sourced<ContentDescription>? {
    guard let section = parent.section("content", keys: Self.kinds, expected: Self.expected) else { return nil }
    return content(in: section, at: ContentPlace()).map { Sourced($0, at: section.errors.location(section.mark)) }
  }

  /// The content of a file of its own, with or without the `content:` that it stands behind in a configuration; nil after a report.
  func content(of root: YAMLNode, errors: ErrorList, at place: ContentPlace) -> ContentDescription? {
    let section = ConfigurationSection(
      root, path: "", errors: errors, keys: Self.kinds + ["content"], expected: Self.expected)
    guard let section else { return nil }
    guard let entry = section.entry("content") else { return content(in: section, at: place) }
    guard section.entries.count == 1 else {
      errors.add(entry.mark, "content", "there is more beside it", expected: Self.expected)
      return nil
    }
    return section.section("content", keys: Self.kinds, expected: Self.expected)
      .flatMap { content(in: $0, at: place) }
  }

  /// The content whose kind is one of a mapping's keys; nil after a report.
  func content(in section: ConfigurationSection, at place: ContentPlace) -> ContentDescription? {
    let found = section.entries.filter { Self.kinds.contains($0.key) }
    guard found.count == 1, let entry = found.first, let kind = ContentKind(rawValue: entry.key) else {
      let lines = found.map { "“\(Quoting.short($0.key))” in line \($0.mark.line)" }
      let nothing = section.entries.isEmpty ? "is empty" : "has nothing to show"
      section.errors.add(
        section.mark, section.path, lines.isEmpty ? nothing : "has several kinds: \(lines.joined(separator: ", "))",
        expected: Self.expected, fault: .value("\(found.count) kinds"))
      return nil
    }
    guard place.level < ContentDescription.mostLevels else {
      section.errors.add(
        entry.mark, section.path(entry.key),
        "contents stand in each other more than \(ContentDescription.mostLevels) deep",
        hint: "say it with fewer playlists in playlists")
      return nil
    }
    guard context.count() else {
      section.errors.add(
        entry.mark, section.path(entry.key), "there are more than \(ContentDescription.mostContents) contents",
        hint: "show folders as slideshows, and leave out what is not played")
      return nil
    }
    return content(of: kind, in: section, at: place)
  }

  private func content(
    of kind: ContentKind, in section: ConfigurationSection, at place: ContentPlace
  ) -> ContentDescription? {
    switch kind {
    case .color: Self.color("color", in: section).map { .color($0) }
    case .pattern: section.word("pattern", PatternName.self).map { .pattern($0.value) }
    case .banner: banner(in: section).map { .banner($0) }
    case .image: image(in: section).map { .image($0) }
    case .slideshow: slideshow(in: section).map { .slideshow($0) }
    case .playlist: PlaylistReader(contents: self, place: place).read(from: section).map { .playlist($0) }
    case .schedule: ScheduleReader(contents: self, place: place).read(from: section).map { .schedule($0) }
    case .deck: deck(in: section, at: place).map { .deck($0) }
    case .ticker: ticker(in: section).map { .ticker($0) }
    case .clock: clock(in: section).map { .clock($0) }
    case .countdown: countdown(in: section).map { .countdown($0) }
    case .qrCode: qrCode(in: section).map { .qrCode($0) }
    case .layout: LayoutReader(contents: self, place: place).read(from: section).map { .layout($0) }
    case .setup: setup(in: section).map { .setup($0) }
    }
  }

  /// A key's colour; nil where it is absent, and after a report where it is none.
  static func color(_ key: String, in section: ConfigurationSection) -> Color? {
    section.value(key, what: "a colour", expected: "\"#rgb\", \"#rrggbb\" or \"#rrggbbaa\", in quotes") { Color($0) }?
      .value
  }

  /// A kind's mapping, or the mapping that its short form stands for: a text is the value of `main`.
  func section(
    _ kind: ContentKind, main: String, keys: [String], in parent: ConfigurationSection, expected: String
  ) -> ConfigurationSection? {
    guard let entry = parent.entry(kind.rawValue) else { return nil }
    let path = parent.path(kind.rawValue)
    if case .scalar = entry.value.value, !entry.value.isNull {
      let short = YAMLEntry(key: main, mark: entry.mark, value: entry.value)
      return ConfigurationSection([short], path: path, mark: entry.value.mark, errors: parent.errors)
    }
    let section = ConfigurationSection(
      entry.value, path: path, errors: parent.errors, keys: keys, expected: expected)
    guard let section else { return nil }
    if section.entry(main) == nil {
      section.errors.add(
        section.mark, section.path, "the \(kind.rawValue) has no \(main)", expected: expected,
        fault: .missing(main))
      return nil
    }
    return section
  }

  /// A key's text, of at most so many bytes; nil where it is absent, and after a report.
  func text(
    _ key: String, in section: ConfigurationSection, expected: String = "a text, as \"Welcome\"",
    maximum: Int = ContentReader.maximumTextBytes, isEmptyAllowed: Bool = true
  ) -> String? {
    guard let text = section.text(key, expected: expected)?.value else { return nil }
    let mark = section.entry(key)?.value.mark ?? section.mark
    guard text.utf8.count <= maximum else {
      section.errors.add(
        mark, section.path(key), "the text has \(text.utf8.count) bytes", expected: "at most \(maximum)",
        fault: .tooLong(text.utf8.count, limit: maximum))
      return nil
    }
    guard isEmptyAllowed || !text.isEmpty else {
      section.errors.add(mark, section.path(key), "is empty", expected: expected, fault: .value(""))
      return nil
    }
    return text
  }

  /// A name of an item, an entry or a region.
  func name(in section: ConfigurationSection) -> String? {
    section.value("name", what: "a name", expected: "1 to 64 characters without /") { text in
      text.isEmpty || text.utf8.count > 64 || text.utf8.contains(UInt8(ascii: "/")) ? nil : text
    }?.value
  }
}
