internal import DisplayTypes

extension Play {
  /// Contents one after the other.
  func moment(of playlist: PlaylistDescription, in turn: PlayTurn) -> PlayMoment {
    let rounds = Rounds(
      .each(playlist.items.map { length(of: $0, in: playlist) }), isShuffled: playlist.isShuffled,
      repeats: playlist.repeats, start: playlist.start, in: turn)
    return play(
      rounds, transition: { playlist.items[$0].transition ?? playlist.transition },
      name: { playlist.items[$0].name ?? Self.name(of: playlist.items[$0].content, at: $0) },
      inner: { moment(of: playlist.items[$0].content, in: $1) })
  }

  /// The pictures of a folder.
  func moment(of slideshow: SlideshowDescription, in turn: PlayTurn) -> PlayMoment {
    if let trouble = context.troubles[slideshow.folder] { return PlayMoment(.nothing([trouble])) }
    guard let pictures = context.folders[slideshow.folder] else { return PlayMoment(.nothing([])) }
    guard !pictures.isEmpty else {
      return PlayMoment(.nothing([PlayContext.emptiness(of: slideshow.folder)]))
    }
    let rounds = Rounds(
      .same(Self.slot(slideshow.itemMilliseconds), count: pictures.count), isShuffled: slideshow.isShuffled, in: turn)
    return play(
      rounds, transition: { _ in slideshow.transition }, name: { Self.lastPart(of: pictures[$0]) },
      inner: { index, _ in
        if let trouble = context.troubles[pictures[index]] { return PlayMoment(.nothing([trouble])) }
        let image = ImageDescription(file: pictures[index], fit: slideshow.fit, background: slideshow.background)
        return PlayMoment(.image(image))
      })
  }

  /// A page of a PDF file.
  func moment(of deck: DeckDescription, in turn: PlayTurn) -> PlayMoment {
    var deck = deck
    deck.file = file(of: deck)
    deck.portraitFile = nil
    if let trouble = context.troubles[deck.file] { return PlayMoment(.nothing([trouble])) }
    let count = context.pageCounts[deck.file]
    let first = min(max(1, deck.page), max(1, count ?? .max))
    guard let milliseconds = deck.pageMilliseconds, let count, count > 1 else {
      return PlayMoment(.page(deck, number: first))
    }
    let rounds = Rounds(.same(Self.slot(milliseconds), count: count), start: deck.start, in: turn)
    let shown = deck
    func number(_ index: Int) -> Int { (first - 1 + index) % count + 1 }
    return play(
      rounds, transition: { _ in deck.transition }, name: { "\(number($0))" },
      inner: { index, _ in PlayMoment(.page(shown, number: number(index))) })
  }

  /// The file for the screen's shape.
  func file(of deck: DeckDescription) -> String {
    context.isPortrait ? deck.portraitFile ?? deck.file : deck.file
  }

  /// The item that fills the slot around this moment: its own, or the next one of the round that can be played.
  private func play(
    _ rounds: Rounds, transition: (Int) -> TransitionDescription, name: (Int) -> String,
    inner: (Int, PlayTurn) -> PlayMoment
  ) -> PlayMoment {
    guard let slot = rounds.slot(at: time) else { return PlayMoment(.nothing([])) }
    var reasons: [(item: Int, why: [String])] = []
    // What cannot be played now may be playable later, and not only when a file changes: a schedule.
    var since: WallTime?
    var until: WallTime?
    for step in 0..<rounds.count {
      let item = slot.order.item(at: slot.place + step)
      let played = inner(item, PlayTurn(begin: slot.begin, number: slot.round, length: slot.length))
      if case .nothing(let why) = played.leaf {
        reasons.append((item, why))
        since = later(since, played.since)
        until = earlier(until, played.until)
        continue
      }
      var moment = placed(
        played, named: name(item), began: slot.begin, since: later(slot.since, since),
        until: earlier(slot.until, until),
        transition: transition(item))
      moment.skipped = reasons.flatMap(\.why) + moment.skipped
      return moment
    }
    // The same in every slot: nothing changes until a file does.
    reasons.sort { $0.item < $1.item }
    return PlayMoment(.nothing(reasons.flatMap(\.why)), since: since, until: until)
  }
}
