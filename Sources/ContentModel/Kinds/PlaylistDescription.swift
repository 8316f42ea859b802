internal import DisplayTypes

/// Contents of any kind, one after the other.
///
/// Which one is shown is a function of the time alone (`Timeline`): boxes whose clocks agree show the same one.
public struct PlaylistDescription: Hashable, Sendable {
  /// How often it is played.
  public enum Repeat: Hashable, Sendable {
    /// Round after round.
    case forever
    /// So many rounds, at least 1; then the last item stays.
    case times(Int)
  }

  /// How long an item is shown that says nothing of it.
  public static let usualItemMilliseconds = 10_000
  /// The longest time of one item: a week.
  public static let longestItemMilliseconds = 7 * 24 * 3_600_000
  /// The shortest time of one item.
  public static let shortestItemMilliseconds = 100
  /// The most items of one playlist.
  public static let mostItems = 1_000

  /// In their order; not empty.
  public var items: [PlaylistItem] = []
  /// How long an item is shown that says nothing of it and has no length of its own, in milliseconds.
  public var itemMilliseconds = PlaylistDescription.usualItemMilliseconds
  /// Whether the order is another in each round, the same on every box.
  public var isShuffled = false
  /// How often it is played.
  public var repeats = Repeat.forever
  /// When its first round began or begins; nil for the turn of the playlist or schedule that it is in, else the beginning of 1970, so
  /// that all boxes agree.
  ///
  /// Before that moment its first item is shown. What is repeated so many times and is in nothing else needs one.
  public var start: WallTime?
  /// How one item gives way to the next, where that one says nothing of it.
  public var transition = TransitionDescription.cut
}

extension PlaylistDescription: ContentValue, FieldMapping {
  /// The most rounds that can be asked for.
  public static let mostRounds = 1_000_000

  package static let form = ContentForm(
    .playlist, main: .items, keys: ["items", "file", "duration", "shuffle", "repeat", "start", "transition"],
    sample: "a list of items, as [{ image: menu.png, duration: 8s }], or { items: [ … ], shuffle: true }")
  package var content: ContentDescription { .playlist(self) }
  package var parts: [ContentDescription] { items.map(\.content) }

  package static func read(
    from parent: ConfigurationSection, by reader: ContentReader
  ) -> PlaylistDescription? {
    PlaylistReader(contents: reader).read(from: parent)
  }

  package var written: MessageValue {
    var fields = fields(unless: PlaylistDescription(items: []))
    fields["items"] = .list(items.map(\.written))
    return .mapping(fields)
  }

  /// All but the items.
  mutating func visit(_ fields: inout ContentFields) {
    fields.field("duration", &itemMilliseconds, .duration)
    fields.field("shuffle", &isShuffled, .flag)
    fields.field("repeat", &repeats, .rounds)
    fields.field("start", &start, .moment)
    fields.field("transition", &transition, .transition)
  }

  package func add(to needs: inout ContentNeeds) { needs.time = true }

  package func length(in query: TimelineQuery) -> Int64? {
    let round = items.reduce(Int64(0)) { $0.addedSaturating(length(of: $1, in: query)) }
    return switch repeats {
    case .forever: round
    case .times(let times): round.multipliedSaturating(by: Int64(max(1, times)))
    }
  }

  package func moment(in query: TimelineQuery, _ turn: TimelineTurn) -> TimelineMoment {
    let rounds = PlaylistRounds(
      .each(items.map { length(of: $0, in: query) }), isShuffled: isShuffled, repeats: repeats, start: start, in: turn)
    return query.play(
      rounds, transition: { items[$0].transition ?? transition },
      name: { items[$0].name ?? items[$0].content.name(at: $0) },
      inner: { query.moment(of: items[$0].content, in: $1) })
  }

  /// How long an item's slot is, in nanoseconds.
  private func length(of item: PlaylistItem, in query: TimelineQuery) -> Int64 {
    item.milliseconds.map(TimelineQuery.slot) ?? item.content.value.length(in: query)
      ?? TimelineQuery.slot(itemMilliseconds)
  }
}

extension FieldType where Value == PlaylistDescription.Repeat {
  fileprivate static var rounds: Self {
    let most = PlaylistDescription.mostRounds
    return Self("a number of rounds", expected: "forever, or a whole number from 1 to \(most)") { text in
      text == "forever" ? .forever : ConfigurationSection.wholeNumber(text, in: 1...most).map { .times($0) }
    } write: { repeats in
      switch repeats {
      case .forever: .text("forever")
      case .times(let rounds): .plain("\(rounds)")
      }
    }
  }
}

/// One item of a playlist.
public struct PlaylistItem: Hashable, Sendable {
  /// What it is called in events and in the proof of play; nil for its file's or kind's name.
  public var name: String?
  /// What it shows; another playlist plays from its beginning, unless it says its own start.
  public var content: ContentDescription
  /// How long, in milliseconds; nil for its own length or the playlist's usual one.
  ///
  /// A playlist, a slideshow and a deck whose pages turn by themselves have one: all their rounds, their pictures or their pages once.
  public var milliseconds: Int?
  /// How it comes in; nil for the playlist's.
  public var transition: TransitionDescription?

  /// Makes an item.
  public init(
    _ content: ContentDescription, name: String? = nil, milliseconds: Int? = nil,
    transition: TransitionDescription? = nil
  ) {
    self.name = name
    self.content = content
    self.milliseconds = milliseconds
    self.transition = transition
  }
}

extension PlaylistItem: FieldMapping {
  /// All but the content.
  mutating func visit(_ fields: inout ContentFields) {
    fields.field("name", &name, .name)
    fields.field("duration", &milliseconds, .duration)
    fields.field("transition", &transition, .transition)
  }

  fileprivate var written: MessageValue {
    .mapping(content.written.merging(fields(unless: PlaylistItem(content))) { $1 })
  }
}

/// Reads `playlist:`: a list of items, or a mapping with them, or with the file that has them.
struct PlaylistReader {
  private static let itemKeys = ContentReader.kinds + ["name", "duration", "transition"]
  private static let form = PlaylistDescription.form

  let contents: ContentReader

  func read(from parent: ConfigurationSection) -> PlaylistDescription? {
    guard let entry = parent.entry("playlist") else { return nil }
    if case .sequence = entry.value.value {
      return items("playlist", in: parent).flatMap { complete(PlaylistDescription(items: $0), in: parent) }
    }
    guard let section = contents.section(Self.form, in: parent) else { return nil }
    return playlist(in: section)
  }

  private func playlist(in section: ConfigurationSection) -> PlaylistDescription? {
    var playlist: PlaylistDescription
    switch (section.entry("items"), section.entry("file")) {
    case (_?, nil):
      guard let items = items("items", in: section) else { return nil }
      playlist = PlaylistDescription(items: items)
    case (nil, _?):
      guard let included = ContentInclude(contents: contents).playlist("file", in: section) else {
        return nil
      }
      playlist = included
    case (nil, nil), (_?, _?):
      section.errors.add(
        section.mark, section.path,
        section.entry("items") == nil ? "the playlist has no items" : "has items and a file",
        expected: "either items or file")
      return nil
    }
    var fields = ContentFields(section, contents)
    playlist.visit(&fields)
    return complete(playlist, in: section)
  }

  /// With the moment from which rounds are counted, where it needs one.
  private func complete(_ playlist: PlaylistDescription, in section: ConfigurationSection) -> PlaylistDescription? {
    var playlist = playlist
    switch playlist.repeats {
    case .forever: return playlist
    case .times: break
    }
    guard playlist.start == nil, !contents.place.isTimed else { return playlist }
    if let now = contents.context.now {
      playlist.start = now
      return playlist
    }
    guard contents.context.needsStart else { return playlist }
    section.errors.add(
      section.entry("repeat")?.mark ?? section.mark, section.path("repeat"), "nobody knows when the first round began",
      expected: "start, as start: 2026-12-01T08:00+01:00",
      hint: "or leave repeat away: then the playlist is played for ever")
    return nil
  }

  private func items(_ key: String, in section: ConfigurationSection) -> [PlaylistItem]? {
    guard let nodes = section.list(key, expected: Self.form.sample) else { return nil }
    guard (1...PlaylistDescription.mostItems).contains(nodes.count) else {
      section.errors.add(
        section.entry(key)?.value.mark ?? section.mark, section.path(key),
        nodes.isEmpty ? "the playlist is empty" : "the playlist has \(nodes.count) items",
        expected: "1 to \(PlaylistDescription.mostItems) items", fault: .value("\(nodes.count) items"))
      return nil
    }
    let items = nodes.map { item($0.node, path: $0.path, errors: section.errors) }
    let read = items.compactMap(\.self)
    return read.count == items.count ? read : nil
  }

  private func item(_ node: ValueNode, path: String, errors: ErrorList) -> PlaylistItem? {
    let expected = "an item, as { image: menu.png, duration: 8s }"
    guard
      let section = ConfigurationSection(node, path: path, errors: errors, keys: Self.itemKeys, expected: expected),
      let content = contents.timed.content(in: section)
    else { return nil }
    var item = PlaylistItem(content)
    var fields = ContentFields(section, contents)
    item.visit(&fields)
    return item
  }
}

/// Reads `playlist: { file: other.yaml }`: the content of that file, which is a playlist.
struct ContentInclude {
  let contents: ContentReader

  func playlist(_ key: String, in section: ConfigurationSection) -> PlaylistDescription? {
    let mark = section.entry(key)?.value.mark ?? section.mark
    func report(_ problem: String, expected: String = "", hint: String = "") {
      section.errors.add(mark, section.path(key), problem, expected: expected, hint: hint)
    }
    guard contents.context.mayInclude else {
      // A caller could have files read to it that only the daemon may read: what is wrong with them is told.
      report("over the socket a playlist names no file", expected: "items", hint: "marqueectl reads such files itself")
      return nil
    }
    guard let path = section.path(key, in: contents.context) else { return nil }
    let chain = contents.context.chain
    if let first = chain.firstIndex(of: path) {
      let names = (chain[first...] + [path]).joined(separator: " → ")
      report("the playlist includes itself: \(names)", hint: "leave one of them out")
      return nil
    }
    let file = path
    let inner = ErrorList(file: file)
    defer { inner.errors.forEach(section.errors.add) }
    let root: ValueNode?
    do throws(UnreadableContentFile) {
      root = try contents.context.tree(path, inner)
    } catch {
      report(error.reason)
      return nil
    }
    guard let root else { return nil }
    let context = ContentContext(including: path, from: contents.context)
    switch ContentReader(context: context, place: contents.place).content(of: root, errors: inner) {
    case .playlist(let playlist): return playlist
    case let other?:
      report("\(path) has a \(other.kind.rawValue)", expected: "a file with a playlist")
      return nil
    case nil: return nil
    }
  }
}
