internal import DisplayTypes

/// Contents of any kind, one after the other, chosen by the time alone (`Timeline`); boxes with equal clocks show the same item.
public struct PlaylistDescription: Hashable, Sendable {
  package enum Repeat: Hashable, Sendable {
    case forever
    /// A number of rounds, at least 1; the last item of the last round stays.
    case times(Int)
  }

  package static let usualItemMilliseconds = 10_000
  package static let longestItemMilliseconds = 7 * 24 * 3_600_000
  package static let shortestItemMilliseconds = 100
  package static let mostItems = 1_000

  package var items: [PlaylistItem] = []
  /// The time of an item without a time or a length of its own.
  package var itemMilliseconds = PlaylistDescription.usualItemMilliseconds
  /// Whether each round has another order, which is the same on all boxes.
  package var isShuffled = false
  package var repeats = Repeat.forever
  /// The start of the first round; nil for the turn of the playlist or schedule around it, otherwise the start of 1970, so that boxes
  /// agree. Before that moment the first item is shown. A playlist with a number of rounds needs a start, unless it is part of other
  /// content.
  package var start: WallTime?
  package var transition = TransitionDescription.cut
}

extension PlaylistDescription: ContentMapping {
  package static let mostRounds = 1_000_000

  package static let form = ContentForm(
    kind: .playlist, main: .items, parts: ["items", "file"],
    sample: "a list of items, as [{ image: menu.png, duration: 8s }], or { items: [ … ], shuffle: true }",
    example: "a.png b.webp talk.pdf --duration 10s --transition 'slide 800ms left'")
  package var content: ContentDescription { .playlist(self) }
  package var parts: [ContentDescription] { items.map(\.content) }

  package var written: MessageValue {
    var fields = fields(unless: Self.plain)
    fields["items"] = .list(items.map(\.written))
    return .mapping(fields)
  }

  /// Reads or writes all fields except the items.
  mutating func visit(_ fields: inout ContentFields) {
    fields.field("duration", &itemMilliseconds, .duration)
    fields.field("shuffle", &isShuffled, .flag)
    fields.field("repeat", &repeats, .rounds, help: "the number of rounds, beginning now")
    fields.field("start", &start, .moment)
    fields.field(
      "transition", &transition, .transition, help: "the transition between items, as crossfade or 'slide 800ms left'")
  }

  package func add(to needs: inout ContentNeeds) {
    needs.time = true
    for item in items where item.milliseconds == nil {
      if case .video(let video) = item.content { needs.clips.formUnion(video.files) }
    }
    if items.contains(where: { $0.hours != nil }) { needs.addTime(zone: nil) }
  }

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
      inner: { query.moment(of: items[$0], in: $1) })
  }

  /// The length of an item's slot, in nanoseconds.
  private func length(of item: PlaylistItem, in query: TimelineQuery) -> Int64 {
    item.milliseconds.map(TimelineQuery.slot) ?? item.content.value.length(in: query)
      ?? TimelineQuery.slot(itemMilliseconds)
  }
}

extension FieldType where Value == PlaylistDescription.Repeat {
  fileprivate static var rounds: Self {
    let most = PlaylistDescription.mostRounds
    return Self(
      "a number of rounds", expected: "forever, or a whole number from 1 to \(most)",
      write: {
        switch $0 {
        case .forever: .text("forever")
        case .times(let rounds): .plain("\(rounds)")
        }
      }, read: { $0 == "forever" ? .forever : ConfigurationSection.wholeNumber($0, in: 1...most).map { .times($0) } }
    ).option(.whole)
  }
}

package struct PlaylistItem: Hashable, Sendable {
  /// The content of the item. A playlist in it begins with the item, unless it has its own start.
  package var content: ContentDescription
  /// The name in events and in the proof of play; nil for the name of its file or kind.
  package var name: String?
  /// The time of the item; nil for its own length, or for the playlist's default. The length is that of all rounds, pictures or pages of
  /// content that plays itself.
  package var milliseconds: Int?
  package var transition: TransitionDescription?
  /// The weekdays on which the hours of the item begin; empty for all.
  package var weekdays: Set<Weekday> = []
  package var from = TimeOfDay.midnight
  /// The end of its hours: on the same day, or on the next day if it is not after `from`. Midnight to midnight is the whole day.
  package var to = TimeOfDay.midnight

  /// The times at which the item is shown, as an entry of a schedule; nil for always.
  var hours: ScheduleEntry? {
    guard !weekdays.isEmpty || from != to else { return nil }
    return ScheduleEntry(action: .show(content), weekdays: weekdays, from: from, to: to)
  }
}

extension PlaylistItem: FieldMapping {
  /// Reads or writes all fields except the content.
  mutating func visit(_ fields: inout ContentFields) {
    fields.field("name", &name, .name)
    fields.field("duration", &milliseconds, .duration)
    fields.field("transition", &transition, .transition)
    fields.field("weekdays", &weekdays, .weekdays)
    guard fields.section != nil || from != .midnight || to != .midnight else { return }
    fields.field("from", &from, .time)
    fields.field("to", &to, .time)
  }

  fileprivate var written: MessageValue {
    .mapping(content.written.merging(fields(unless: PlaylistItem(content: content))) { $1 })
  }
}

/// Reads `playlist:`: a list of items, or a mapping that has the items or a playlist file.
extension PlaylistDescription {
  private static let itemKeys = ContentReader.kinds + ["name", "duration", "transition", "weekdays", "from", "to"]

  package static func read(from parent: ConfigurationSection, by contents: ContentReader) -> PlaylistDescription? {
    guard let entry = parent.entry("playlist") else { return nil }
    if case .sequence = entry.value.value {
      return items("playlist", in: parent, contents).flatMap {
        PlaylistDescription(items: $0).completed(in: parent, contents)
      }
    }
    guard let section = contents.section(Self.self, in: parent) else { return nil }
    let hasItems = section.entry("items") != nil
    guard hasItems != (section.entry("file") != nil) else {
      section.errors.add(
        section.mark, section.path, hasItems ? "has items and a file" : "the playlist has no items",
        expected: "either items or file")
      return nil
    }
    let read =
      hasItems
      ? items("items", in: section, contents).map { PlaylistDescription(items: $0) }
      : included("file", in: section, contents)
    guard var playlist = read else { return nil }
    var fields = ContentFields(section, contents)
    playlist.visit(&fields)
    return playlist.completed(in: section, contents)
  }

  /// The playlist with a start of the first round, if it needs one.
  private func completed(in section: ConfigurationSection, _ contents: ContentReader) -> PlaylistDescription? {
    guard case .times = repeats, start == nil, !contents.place.isTimed else { return self }
    if let now = contents.context.now {
      var playlist = self
      playlist.start = now
      return playlist
    }
    guard contents.context.needsStart else { return self }
    section.errors.add(
      section.entry("repeat")?.mark ?? section.mark, section.path("repeat"), "the first round has no start",
      expected: "start, as start: 2026-12-01T08:00+01:00",
      hint: "or remove repeat, to play the playlist for ever")
    return nil
  }

  private static func items(
    _ key: String, in section: ConfigurationSection, _ contents: ContentReader
  ) -> [PlaylistItem]? {
    guard let nodes = section.list(key, of: .playlist, "items", most: mostItems, expected: form.sample) else {
      return nil
    }
    let read = nodes.compactMap { item($0.node, path: $0.path, errors: section.errors, contents) }
    return read.count == nodes.count ? read : nil
  }

  private static func item(
    _ node: ValueNode, path: String, errors: ErrorList, _ contents: ContentReader
  ) -> PlaylistItem? {
    let expected = "an item, as { image: menu.png, duration: 8s }"
    guard
      let section = ConfigurationSection(node, path: path, errors: errors, keys: itemKeys, expected: expected),
      let content = contents.timed.content(in: section)
    else { return nil }
    var item = PlaylistItem(content: content)
    var fields = ContentFields(section, contents)
    item.visit(&fields)
    return item
  }

  /// Reads `playlist: { file: other.yaml }`, where the other file has a playlist.
  private static func included(
    _ key: String, in section: ConfigurationSection, _ contents: ContentReader
  ) -> PlaylistDescription? {
    func report(_ problem: String, expected: String = "", hint: String = "") {
      section.report(key, problem, expected: expected, hint: hint)
    }
    guard contents.context.mayInclude else {
      // Messages quote mistakes, so a caller could read files of the daemon's user by them.
      report("over the socket a playlist names no file", expected: "items", hint: "marqueectl reads such files itself")
      return nil
    }
    guard let path = section.path(key, in: contents.context) else { return nil }
    let chain = contents.context.chain
    if let first = chain.firstIndex(of: path) {
      let names = (chain[first...] + [path]).joined(separator: " → ")
      report("the playlist includes itself: \(names)", hint: "remove one of them")
      return nil
    }
    let inner = ErrorList(file: path)
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
