import DisplayTypes

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
  public var items: [PlaylistItem]
  /// How long an item is shown that says nothing of it and has no length of its own, in milliseconds.
  public var itemMilliseconds: Int
  /// Whether the order is another in each round, the same on every box.
  public var isShuffled: Bool
  /// How often it is played.
  public var repeats: Repeat
  /// When its first round began or begins; nil for the turn of the playlist or schedule that it is in, else the beginning of 1970, so
  /// that all boxes agree.
  ///
  /// Before that moment its first item is shown. What is repeated so many times and is in nothing else needs one.
  public var start: WallTime?
  /// How one item gives way to the next, where that one says nothing of it.
  public var transition: TransitionDescription

  /// Makes a playlist.
  public init(
    items: [PlaylistItem], itemMilliseconds: Int = PlaylistDescription.usualItemMilliseconds, isShuffled: Bool = false,
    repeats: Repeat = .forever, start: WallTime? = nil, transition: TransitionDescription = .cut
  ) {
    self.items = items
    self.itemMilliseconds = itemMilliseconds
    self.isShuffled = isShuffled
    self.repeats = repeats
    self.start = start
    self.transition = transition
  }
}

extension PlaylistDescription {
  /// The most rounds that can be asked for.
  public static let mostRounds = 1_000_000
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

/// Reads `playlist:`: a list of items, or a mapping with them, or with the file that has them.
struct PlaylistReader {
  private static let keys = ["items", "file", "duration", "shuffle", "repeat", "start", "transition"]
  private static let itemKeys = ContentReader.kinds + ["name", "duration", "transition"]
  private static let expected =
    "a list of items, as [{ image: menu.png, duration: 8s }], or { items: [ … ], shuffle: true }"

  let contents: ContentReader
  let place: ContentPlace

  func read(from parent: ConfigurationSection) -> PlaylistDescription? {
    guard let entry = parent.entry("playlist") else { return nil }
    if case .sequence = entry.value.value {
      return items("playlist", in: parent).flatMap { complete(PlaylistDescription(items: $0), in: parent) }
    }
    guard let section = parent.section("playlist", keys: Self.keys, expected: Self.expected) else { return nil }
    return playlist(in: section)
  }

  private func playlist(in section: ConfigurationSection) -> PlaylistDescription? {
    var playlist: PlaylistDescription
    switch (section.entry("items"), section.entry("file")) {
    case (_?, nil):
      guard let items = items("items", in: section) else { return nil }
      playlist = PlaylistDescription(items: items)
    case (nil, _?):
      guard let included = ContentInclude(contents: contents).playlist("file", in: section, at: place) else {
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
    if let duration = contents.duration("duration", in: section) { playlist.itemMilliseconds = duration }
    if let isShuffled = section.flag("shuffle")?.value { playlist.isShuffled = isShuffled }
    if let repeats = repeats(in: section) { playlist.repeats = repeats }
    if let start = contents.moment("start", in: section) { playlist.start = start }
    if let transition = TransitionReader.read("transition", in: section) { playlist.transition = transition }
    return complete(playlist, in: section)
  }

  private func repeats(in section: ConfigurationSection) -> PlaylistDescription.Repeat? {
    let most = PlaylistDescription.mostRounds
    return section.value("repeat", what: "a number of rounds", expected: "forever, or a whole number from 1 to \(most)")
    {
      text -> PlaylistDescription.Repeat? in
      if text == "forever" { return .forever }
      return ConfigurationSection.wholeNumber(text, in: 1...most).map { .times($0) }
    }?.value
  }

  /// With the moment from which rounds are counted, where it needs one.
  private func complete(_ playlist: PlaylistDescription, in section: ConfigurationSection) -> PlaylistDescription? {
    var playlist = playlist
    switch playlist.repeats {
    case .forever: return playlist
    case .times: break
    }
    guard playlist.start == nil, !place.isTimed else { return playlist }
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
    guard let nodes = section.list(key, expected: Self.expected) else { return nil }
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
      let content = contents.content(in: section, at: place.timed)
    else { return nil }
    return PlaylistItem(
      content, name: contents.name(in: section), milliseconds: contents.duration("duration", in: section),
      transition: TransitionReader.read("transition", in: section))
  }
}

/// Reads `playlist: { file: other.yaml }`: the content of that file, which is a playlist.
struct ContentInclude {
  let contents: ContentReader

  func playlist(
    _ key: String, in section: ConfigurationSection, at place: ContentPlace
  ) -> PlaylistDescription? {
    let mark = section.entry(key)?.value.mark ?? section.mark
    func report(_ problem: String, expected: String = "", hint: String = "") {
      section.errors.add(mark, section.path(key), problem, expected: expected, hint: hint)
    }
    guard contents.context.mayInclude else {
      // A caller could have files read to it that only the daemon may read: what is wrong with them is told.
      report("over the socket a playlist names no file", expected: "items", hint: "marqueectl reads such files itself")
      return nil
    }
    guard let path = contents.path(key, in: section) else { return nil }
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
    switch ContentReader(context: context).content(of: root, errors: inner, at: place) {
    case .playlist(let playlist): return playlist
    case let other?:
      report("\(path) has a \(other.kind.rawValue)", expected: "a file with a playlist")
      return nil
    case nil: return nil
    }
  }
}
