import DisplayTypes

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

  private func item(_ node: YAMLNode, path: String, errors: ErrorList) -> PlaylistItem? {
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
