import DisplayTypes

extension ContentReader {
  func image(in parent: ConfigurationSection) -> ImageDescription? {
    guard
      let section = section(
        .image, main: "file", keys: ["file", "portrait", "fit", "background"], in: parent,
        expected: "{ file: menu.png }"),
      let file = path("file", of: .picture, in: section)
    else { return nil }
    let plain = ImageDescription(file: file)
    return ImageDescription(
      file: file, fit: section.word("fit", ImageFit.self)?.value ?? plain.fit,
      background: Self.color("background", in: section) ?? plain.background,
      portraitFile: path("portrait", of: .picture, in: section))
  }

  func slideshow(in parent: ConfigurationSection) -> SlideshowDescription? {
    let keys = ["folder", "duration", "shuffle", "fit", "background", "transition"]
    guard
      let section = section(
        .slideshow, main: "folder", keys: keys, in: parent, expected: "{ folder: photos, duration: 8s }"),
      let folder = path("folder", of: .folder, in: section)
    else { return nil }
    let plain = SlideshowDescription(folder: folder)
    return SlideshowDescription(
      folder: folder, itemMilliseconds: duration("duration", in: section) ?? plain.itemMilliseconds,
      isShuffled: section.flag("shuffle")?.value ?? plain.isShuffled,
      fit: section.word("fit", ImageFit.self)?.value ?? plain.fit,
      background: Self.color("background", in: section) ?? plain.background,
      transition: TransitionReader.read("transition", in: section) ?? plain.transition)
  }

  func deck(in parent: ConfigurationSection, at place: ContentPlace) -> DeckDescription? {
    let keys = ["file", "portrait", "page", "duration", "start", "background", "transition"]
    guard
      let section = section(.deck, main: "file", keys: keys, in: parent, expected: "{ file: talk.pdf }"),
      let file = path("file", of: .pages, in: section)
    else { return nil }
    let plain = DeckDescription(file: file)
    let duration = duration("duration", in: section)
    var start = moment("start", in: section)
    if duration == nil, let entry = section.entry("start") {
      section.errors.add(
        entry.mark, section.path("start"), "the pages do not turn by themselves", expected: "a duration with it",
        hint: "add how long each page is shown, as duration: 20s")
      return nil
    }
    // What is shown on request begins with the request; in a file, with the turn that it is in.
    if duration != nil, start == nil, !place.isTimed { start = context.now }
    return DeckDescription(
      file: file, page: section.whole("page", in: 1...DeckDescription.mostPages, what: "a page") ?? plain.page,
      pageMilliseconds: duration, start: start,
      background: Self.color("background", in: section) ?? plain.background,
      transition: TransitionReader.read("transition", in: section) ?? plain.transition,
      portraitFile: path("portrait", of: .pages, in: section))
  }

  /// The path of a key that names media, made absolute, which the context keeps; nil as in `path(_:in:)`.
  private func path(_ key: String, of kind: MediaReference.Kind, in section: ConfigurationSection) -> String? {
    guard let path = path(key, in: section) else { return nil }
    context.add(
      Sourced(MediaReference(path, kind), at: section.entry(key).map { section.errors.location($0.value.mark) }))
    return path
  }

  /// A key's path, made absolute; nil where it is absent, and after a report where it is none.
  func path(_ key: String, in section: ConfigurationSection) -> String? {
    let expected =
      context.folder.map { "a path; one that does not begin with / begins in \($0)" }
      ?? "an absolute path, as /var/lib/marquee/media/menu.png"
    return section.value(key, what: "a path", expected: expected) { text in
      MediaPath.absolute(text, in: context.folder)
    }?.value
  }

  /// A key's time for an item, in milliseconds.
  func duration(_ key: String, in section: ConfigurationSection) -> Int? {
    let range = PlaylistDescription.shortestItemMilliseconds...PlaylistDescription.longestItemMilliseconds
    let bounds = "from \(DurationText.text(range.lowerBound)) to \(DurationText.text(range.upperBound))"
    return section.value(key, what: "a time that something is shown", expected: "\(DurationText.expected), \(bounds)") {
      DurationText.milliseconds($0).flatMap { range.contains($0) ? $0 : nil }
    }?.value
  }

  /// A key's moment.
  func moment(_ key: String, in section: ConfigurationSection) -> WallTime? {
    section.value(key, what: "a moment", expected: WallTime.expected) { WallTime($0) }?.value
  }

  /// The key `zone`: a time zone that this machine knows.
  func zone(in section: ConfigurationSection) -> String? {
    let expected = "a time zone, as Europe/Berlin"
    guard let zone = section.text("zone", expected: expected)?.value else { return nil }
    guard !ZoneDatabase.isName(zone) || (context.checksMachine && !ZoneDatabase.isThere(zone)) else { return zone }
    let near = ZoneDatabase.nearest(to: zone)
    section.errors.add(
      section.entry("zone")?.value.mark ?? section.mark, section.path("zone"),
      "“\(Quoting.short(zone))” is no time zone that this machine knows", expected: expected,
      hint: near.map { "did you mean “\($0)”?" }
        ?? "\(ZoneDatabase.folder) has them, by the names of the package tzdata", fault: .value(zone))
    return nil
  }
}
