package import DisplayTypes
import Glibc

/// Reads a content: one key, which is the kind, and its value.
///
/// Files, messages and what was kept have the same words.
package struct ContentReader {
  /// The most bytes of a banner's or a ticker's text.
  ///
  /// No screen shows more legibly, and layout time grows with it.
  static let maximumTextBytes = 16 * 1024
  static let kinds = ContentKind.allCases.map(\.rawValue)
  package static let expected =
    "one of \(kinds.joined(separator: ", ")) with its value, as { banner: { text: \"Welcome\" } }"

  let context: ContentContext

  package init(context: ContentContext) { self.context = context }

  /// Reads `content:`.
  package func read(from parent: ConfigurationSection) -> Sourced<ContentDescription>? {
    guard let section = parent.section("content", keys: Self.kinds, expected: Self.expected) else { return nil }
    return content(in: section, at: ContentPlace()).map { Sourced($0, at: section.errors.location(section.mark)) }
  }

  /// The content of a file of its own, with or without the `content:` that it stands behind in a configuration; nil after a report.
  package func content(of root: ValueNode, errors: ErrorList, at place: ContentPlace) -> ContentDescription? {
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
  package static func color(_ key: String, in section: ConfigurationSection) -> Color? {
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
      let short = ValueEntry(key: main, mark: entry.mark, value: entry.value)
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

extension ContentReader {
  func banner(in parent: ConfigurationSection) -> BannerDescription? {
    let keys = ["text", "background", "foreground", "font", "alignment", "markup"]
    guard
      let section = section(.banner, main: "text", keys: keys, in: parent, expected: "{ text: \"Welcome\" }"),
      let text = text("text", in: section)
    else { return nil }
    let plain = BannerDescription(text: text)
    return BannerDescription(
      text: text, foreground: Self.color("foreground", in: section) ?? plain.foreground,
      background: Self.color("background", in: section) ?? plain.background, font: font(in: section),
      alignment: section.word("alignment", BannerDescription.Alignment.self)?.value ?? plain.alignment,
      usesMarkup: section.flag("markup")?.value ?? plain.usesMarkup)
  }

  func ticker(in parent: ConfigurationSection) -> TickerDescription? {
    let keys = ["text", "foreground", "background", "font", "speed"]
    guard
      let section = section(
        .ticker, main: "text", keys: keys, in: parent, expected: "{ text: \"Trains leave from platform 3\" }"),
      let text = text("text", in: section, isEmptyAllowed: false)
    else { return nil }
    let plain = TickerDescription(text: text)
    return TickerDescription(
      text: text, foreground: Self.color("foreground", in: section) ?? plain.foreground,
      background: Self.color("background", in: section) ?? plain.background, font: font(in: section),
      speed: section.number(
        "speed", in: 0.001...TickerDescription.highestSpeed, what: "a speed in widths a second") ?? plain.speed)
  }

  func clock(in parent: ConfigurationSection) -> ClockDescription? {
    let keys = ["format", "zone", "foreground", "background", "font"]
    let plain = ClockDescription()
    // All of a clock may be left out, so that `clock: {}` is one, which has no main key.
    let expected = "{ format: \"%H:%M\", zone: Europe/Berlin }; {} for the time in hours and minutes"
    guard let entry = parent.entry("clock") else { return nil }
    let isShort = if case .scalar = entry.value.value, !entry.value.isNull { true } else { false }
    let section =
      isShort
      ? section(.clock, main: "format", keys: keys, in: parent, expected: expected)
      : parent.section("clock", keys: keys, expected: expected)
    guard let section else { return nil }
    let format = format(in: section)
    guard format != nil || section.entry("format") == nil else { return nil }
    return ClockDescription(
      format: format ?? plain.format,
      zone: zone(in: section), foreground: Self.color("foreground", in: section) ?? plain.foreground,
      background: Self.color("background", in: section) ?? plain.background, font: font(in: section))
  }

  func countdown(in parent: ConfigurationSection) -> CountdownDescription? {
    let keys = ["end", "title", "ended", "foreground", "background", "font"]
    guard
      let section = section(
        .countdown, main: "end", keys: keys, in: parent, expected: "{ end: 2026-12-31T18:00+01:00 }"),
      let end = moment("end", in: section)
    else { return nil }
    let plain = CountdownDescription(end: end)
    return CountdownDescription(
      end: end, title: caption("title", in: section), ended: caption("ended", in: section),
      foreground: Self.color("foreground", in: section) ?? plain.foreground,
      background: Self.color("background", in: section) ?? plain.background, font: font(in: section))
  }

  func qrCode(in parent: ConfigurationSection) -> QRCodeDescription? {
    let keys = ["text", "caption", "foreground", "background"]
    guard
      let section = section(
        .qrCode, main: "text", keys: keys, in: parent, expected: "{ text: \"https://example.org\" }"),
      let text = text("text", in: section, maximum: QRCodeDescription.mostBytes, isEmptyAllowed: false)
    else { return nil }
    let plain = QRCodeDescription(text: text)
    return QRCodeDescription(
      text: text, caption: caption("caption", in: section),
      foreground: Self.color("foreground", in: section) ?? plain.foreground,
      background: Self.color("background", in: section) ?? plain.background)
  }

  func setup(in parent: ConfigurationSection) -> SetupDescription? {
    guard
      let section = parent.section(
        "setup", keys: ["pairing"], expected: "{ pairing: false }; {} for a card with a code")
    else { return nil }
    return SetupDescription(offersPairing: section.flag("pairing")?.value ?? true)
  }

  private func format(in section: ConfigurationSection) -> String? {
    let expected = "a way to write the time, as \"%H:%M\" or \"%A, %e %B\""
    guard let format = text("format", in: section, expected: expected, maximum: 256, isEmptyAllowed: false) else {
      return nil
    }
    guard let unknown = ClockFormat(format).unknownConversion else { return format }
    section.errors.add(
      section.entry("format")?.value.mark ?? section.mark, section.path("format"),
      "“\(Quoting.short(unknown))” stands for nothing that a clock shows", expected: ClockFormat.conversions,
      fault: .value(unknown))
    return nil
  }

  private func font(in section: ConfigurationSection) -> String? {
    text("font", in: section, expected: "a font's family, as \"DejaVu Sans\"", maximum: 256)
  }

  private func caption(_ key: String, in section: ConfigurationSection) -> String? {
    text(key, in: section, maximum: 1_024)
  }
}

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

/// Where a content stands among others.
package struct ContentPlace {
  /// How many stand around it.
  var level = 0
  /// Whether it is in a playlist or a schedule, whose turn says when it begins.
  var isTimed = false
  /// Whether it is in a region of a layout.
  var isRegion = false

  package init() {}

  private init(level: Int, isTimed: Bool, isRegion: Bool) {
    self.level = level
    self.isTimed = isTimed
    self.isRegion = isRegion
  }

  /// Of what is played by it.
  var timed: ContentPlace { ContentPlace(level: level + 1, isTimed: true, isRegion: isRegion) }
  /// Of what is in a region of it.
  var region: ContentPlace { ContentPlace(level: level + 1, isTimed: false, isRegion: true) }
}

/// Reads a file that contents include, as a tree of keys and values; nil after a report to the list of errors.
package typealias ContentFileTree = (_ path: String, _ errors: ErrorList) throws(UnreadableContentFile) -> ValueNode?

/// A file that contents include and that cannot be read.
package struct UnreadableContentFile: Error {
  /// Which file, why, and what to do.
  package var reason: String

  package init(reason: String) { self.reason = reason }
}

/// What a content is read with: where it stands, and what the file or the message may say.
package final class ContentContext {
  /// Who says it.
  package enum Origin {
    /// A file that says what is always shown.
    case file
    /// A file that is read for a message, which says when it begins.
    case fileForMessage
    /// A message of the control socket, at that moment.
    case message(now: WallTime)
    /// What was kept: it was checked when it was said.
    case kept
  }

  let origin: Origin
  /// The folder where relative paths begin; nil where there are none.
  let folder: String?
  /// The files that include each other, the outermost first.
  let chain: [String]
  /// Reads the files that contents include.
  let tree: ContentFileTree
  private let outer: ContentContext?
  private var contents = 0
  /// The files and folders that contents name, with those of included files.
  package private(set) var media: [Sourced<MediaReference>] = []

  package init(
    _ origin: Origin, folder: String? = nil, chain: [String] = [],
    tree: @escaping ContentFileTree = { path, _ throws(UnreadableContentFile) in
      throw UnreadableContentFile(reason: "\(path) is not read")
    }
  ) {
    self.origin = origin
    self.folder = folder
    self.chain = chain
    self.tree = tree
    outer = nil
  }

  /// For a file that another includes.
  init(including file: String, from outer: ContentContext) {
    origin = outer.origin
    folder = MediaPath.folder(ofFile: file)
    chain = outer.chain + [file]
    tree = outer.tree
    self.outer = outer
  }

  /// The moment from which what is repeated some times is played; nil where it has to be said.
  var now: WallTime? {
    switch origin {
    case .message(let now): now
    case .file, .fileForMessage, .kept: nil
    }
  }

  /// Whether what is counted from a beginning has to say when that is.
  var needsStart: Bool {
    switch origin {
    case .file, .message: true
    case .fileForMessage, .kept: false
    }
  }

  /// Whether it may name further files to be read.
  var mayInclude: Bool {
    switch origin {
    case .file, .fileForMessage: true
    case .message, .kept: false
    }
  }

  /// Whether time zones and the like are compared with what there is on this machine.
  var checksMachine: Bool {
    switch origin {
    case .file, .fileForMessage, .message: true
    case .kept: false
    }
  }

  /// Keeps a file or a folder that a content names.
  func add(_ reference: Sourced<MediaReference>) {
    if let outer { outer.add(reference) } else { media.append(reference) }
  }

  /// Counts a content; false where there are too many by now.
  func count() -> Bool {
    if let outer { return outer.count() }
    contents += 1
    return contents <= ContentDescription.mostContents
  }
}

/// Paths of media as files say them: relative ones begin in the folder of the file that says them.
///
/// Below /etc are no media: there they begin in `serviceFolder`.
public enum MediaPath {
  /// Where the media of the service are.
  public static let serviceFolder = "/var/lib/marquee/media"

  /// An absolute path; nil where the text is no path, or is relative and there is no folder.
  static func absolute(_ text: String, in folder: String?) -> String? {
    guard !text.isEmpty, text.utf8.count < Int(PATH_MAX), !text.utf8.contains(0) else { return nil }
    if text.hasPrefix("/") { return clean(text) }
    return folder.flatMap { clean("\($0)/\(text)") }
  }

  /// Where relative paths of a file begin.
  package static func folder(ofFile file: String) -> String {
    let path = fullPath(file)
    if path.hasPrefix("/etc/") { return serviceFolder }
    let parts = path.split(separator: "/").dropLast()
    return parts.isEmpty ? "/" : parts.map { "/\($0)" }.joined()
  }

  /// The path from the root, without `.`, `..` and double slashes, as people mean them; symbolic links are left as they are.
  public static func fullPath(_ file: String) -> String {
    guard !file.hasPrefix("/") else { return clean(file) ?? file }
    guard let current = unsafe getcwd(nil, 0) else { return file }
    defer { unsafe free(current) }
    return clean("\(unsafe String(cString: current))/\(file)") ?? file
  }

  private static func clean(_ path: String) -> String? {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    let text = "/" + parts.joined(separator: "/")
    return text.utf8.count < Int(PATH_MAX) ? text : nil
  }
}

/// Reads contents that do not come from a file.
public enum MessageContent {
  /// Reads what a message says: an object with a kind and its value.
  ///
  /// - Parameters:
  ///   - path: Where it stands in the message.
  ///   - now: The moment of the message, from which a playlist is played that is repeated some times and says no start.
  /// - Throws: The first thing that is wrong.
  public static func read(
    _ value: MessageValue, path: String, now: WallTime
  ) throws(ConfigurationError) -> ContentDescription {
    try read(value, path: path, origin: .message(now: now))
  }

  /// Reads what was kept, which was checked when it was said; nil where it says nothing that this version knows.
  public static func kept(_ value: MessageValue) -> ContentDescription? {
    do throws(ConfigurationError) {
      return try read(value, path: "", origin: .kept)
    } catch {
      return nil
    }
  }

  private static func read(
    _ value: MessageValue, path: String, origin: ContentContext.Origin
  ) throws(ConfigurationError) -> ContentDescription {
    let errors = ErrorList(file: "message")
    let section = ConfigurationSection(
      value.node, path: path, errors: errors, keys: ContentReader.kinds, expected: ContentReader.expected)
    let content = section.flatMap {
      ContentReader(context: ContentContext(origin)).content(in: $0, at: ContentPlace())
    }
    if let error = errors.errors.first { throw error }
    guard let content else { throw errors.error(.start, path, "says nothing", expected: ContentReader.expected) }
    return content
  }
}
