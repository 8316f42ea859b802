internal import DisplayTypes

/// A question about one moment.
struct TimelineQuery {
  let time: WallTime
  let context: TimelineContext

  /// What a content shows, in a turn of what plays it.
  func moment(of content: ContentDescription, in turn: TimelineTurn) -> TimelineMoment {
    switch content {
    case .color(let color): TimelineMoment(.color(color))
    case .pattern(let name): TimelineMoment(.pattern(name))
    case .banner(let banner): TimelineMoment(.banner(banner))
    case .ticker(let ticker): TimelineMoment(.ticker(ticker))
    case .qrCode(let code): TimelineMoment(.qrCode(code))
    case .layout(let layout): TimelineMoment(.layout(layout))
    case .setup(let setup):
      TimelineMoment(.card(SetupCard(context.setup, setup, isPortrait: context.isPortrait)))
    case .image(let image): moment(of: image)
    case .deck(let deck): moment(of: deck, in: turn)
    case .clock(let clock): moment(of: clock)
    case .countdown(let countdown): moment(of: countdown)
    case .slideshow(let slideshow): moment(of: slideshow, in: turn)
    case .playlist(let playlist): moment(of: playlist, in: turn)
    case .schedule(let schedule): moment(of: schedule)
    }
  }

  private func moment(of image: ImageDescription) -> TimelineMoment {
    var image = image
    if context.isPortrait, let file = image.portraitFile { image.file = file }
    image.portraitFile = nil
    if let trouble = context.troubles[image.file] { return TimelineMoment(.nothing([trouble])) }
    return TimelineMoment(.image(image))
  }

  /// A moment as what plays it sees it: within its turn, with the turn's name and transition.
  ///
  /// `began` tells the turn from others; `since` and `until` are its part that lies around this moment.
  func placed(
    _ inner: TimelineMoment, named name: String, began: WallTime?, since: WallTime?, until: WallTime?,
    transition: TransitionDescription
  ) -> TimelineMoment {
    var moment = inner
    moment.item = inner.item.isEmpty ? name : "\(name)/\(inner.item)"
    moment.turn = inner.turn ?? began
    moment.until = earlier(inner.until, until)
    if let since, inner.since.map({ $0 <= since }) ?? true {
      moment.since = since
      moment.transition = transition
    }
    return moment
  }

  /// The one that comes first; nil is without end.
  func earlier(_ left: WallTime?, _ right: WallTime?) -> WallTime? {
    guard let left else { return right }
    guard let right else { return left }
    return min(left, right)
  }

  /// The one that comes last; nil is for ever since.
  func later(_ left: WallTime?, _ right: WallTime?) -> WallTime? {
    guard let left else { return right }
    guard let right else { return left }
    return max(left, right)
  }
}

/// The turn that a content has in what plays it.
struct TimelineTurn {
  /// When it began; nil for content that is in nothing, and for what goes on over its turns.
  var begin: WallTime?
  /// Which one it is: a shuffled playlist in it begins with the order of this number.
  var number: Int64
  /// How long it lasts as a rule, in nanoseconds; nil without end.
  var length: Int64?

  /// Content that is in nothing.
  static let outermost = TimelineTurn(begin: nil, number: 0, length: nil)
}

extension TimelineQuery {
  /// Contents by the time of day.
  func moment(of schedule: ScheduleDescription) -> TimelineMoment {
    guard context.isClockRight else { return fallback(of: schedule, since: nil, until: nil) }
    guard let zone = context.zones[schedule.zone] else {
      var moment = fallback(of: schedule, since: nil, until: nil)
      moment.skipped.insert("the rules of the time zone \(schedule.zone ?? "of this machine") are not known", at: 0)
      return moment
    }
    let seconds = time.seconds
    var candidates: [(rank: EntryRank, index: Int, stretch: EntryTimes.Stretch)] = []
    for (index, entry) in schedule.entries.enumerated() {
      guard counts(entry, of: schedule), let stretch = EntryTimes(entry: entry, zone: zone).stretch(around: seconds)
      else { continue }
      candidates.append((EntryRank(entry, at: index), index, stretch))
    }
    candidates.sort { $0.rank > $1.rank }

    var reasons: [String] = []
    var since: WallTime?
    var until: WallTime?
    for (rank, index, stretch) in candidates {
      let entry = schedule.entries[index]
      let played = moment(of: entry, in: stretch)
      if case .nothing(let why) = played.leaf {
        reasons += why
        since = later(since, played.since)
        until = earlier(until, played.until)
        continue
      }
      let span = span(around: seconds, of: schedule, in: zone, from: rank)
      var moment = placed(
        played, named: entry.name ?? "\(index + 1)", began: WallTime(seconds: stretch.begin),
        since: later(since, span.since), until: earlier(until, span.until), transition: schedule.transition)
      moment.skipped = reasons + moment.skipped
      return moment
    }
    let span = span(around: seconds, of: schedule, in: zone, from: nil)
    var moment = fallback(of: schedule, since: later(since, span.since), until: earlier(until, span.until))
    if case .nothing(let why) = moment.leaf {
      moment.leaf = .nothing(reasons + why)
    } else {
      moment.skipped = reasons + moment.skipped
    }
    return moment
  }

  /// What an entry shows in the stretch of time in which it counts.
  ///
  /// What it plays begins with the stretch. Only what plays for ever in stretches that fill whole days goes on from one to the next.
  private func moment(of entry: ScheduleEntry, in stretch: EntryTimes.Stretch) -> TimelineMoment {
    guard case .show(let content) = entry.action else { return TimelineMoment(.powerOff) }
    var goesOn = entry.from == entry.to
    if case .playlist(let playlist) = content, case .times = playlist.repeats { goesOn = false }
    let length = (stretch.end - stretch.begin).multipliedSaturating(by: 1_000_000_000)
    return moment(
      of: content,
      in: goesOn
        ? .outermost : TimelineTurn(begin: WallTime(seconds: stretch.begin), number: Int64(stretch.day), length: length)
    )
  }

  private func fallback(of schedule: ScheduleDescription, since: WallTime?, until: WallTime?) -> TimelineMoment {
    let played = moment(of: schedule.fallback, in: .outermost)
    if case .nothing = played.leaf {
      return TimelineMoment(played.leaf, since: later(played.since, since), until: earlier(played.until, until))
    }
    return placed(
      played, named: "fallback", began: since, since: since, until: until, transition: schedule.transition)
  }

  /// From when until when the entries of this rank and above count that count now; of all entries where there is none.
  private func span(
    around seconds: Int64, of schedule: ScheduleDescription, in zone: ZoneRules, from rank: EntryRank?
  ) -> (since: WallTime?, until: WallTime?) {
    var since: Int64?
    var until: Int64?
    for (index, entry) in schedule.entries.enumerated() {
      if let rank, EntryRank(entry, at: index) < rank { continue }
      guard counts(entry, of: schedule) else { continue }
      let times = EntryTimes(entry: entry, zone: zone)
      let stretch = times.stretch(around: seconds)
      if let begin = stretch?.begin ?? times.lastEnd(until: seconds) { since = max(since ?? begin, begin) }
      if let end = stretch?.end ?? times.nextBegin(after: seconds) { until = min(until ?? end, end) }
    }
    let span = (since: since.map { WallTime(seconds: $0) }, until: until.map { WallTime(seconds: $0) })
    // Other entries count from then on.
    guard let change = schedule.onUntil else { return span }
    return time < change ? (span.since, earlier(span.until, change)) : (later(span.since, change), span.until)
  }

  /// Whether an entry counts in its times: the screen may have been turned on in its off hours.
  private func counts(_ entry: ScheduleEntry, of schedule: ScheduleDescription) -> Bool {
    guard entry.action == .powerOff, let onUntil = schedule.onUntil else { return true }
    return time >= onUntil
  }
}

extension TimelineQuery {
  /// Contents one after the other.
  func moment(of playlist: PlaylistDescription, in turn: TimelineTurn) -> TimelineMoment {
    let rounds = PlaylistRounds(
      .each(playlist.items.map { length(of: $0, in: playlist) }), isShuffled: playlist.isShuffled,
      repeats: playlist.repeats, start: playlist.start, in: turn)
    return play(
      rounds, transition: { playlist.items[$0].transition ?? playlist.transition },
      name: { playlist.items[$0].name ?? Self.name(of: playlist.items[$0].content, at: $0) },
      inner: { moment(of: playlist.items[$0].content, in: $1) })
  }

  /// The pictures of a folder.
  func moment(of slideshow: SlideshowDescription, in turn: TimelineTurn) -> TimelineMoment {
    if let trouble = context.troubles[slideshow.folder] { return TimelineMoment(.nothing([trouble])) }
    guard let pictures = context.folders[slideshow.folder] else { return TimelineMoment(.nothing([])) }
    guard !pictures.isEmpty else {
      return TimelineMoment(.nothing([TimelineContext.emptiness(of: slideshow.folder)]))
    }
    let rounds = PlaylistRounds(
      .same(Self.slot(slideshow.itemMilliseconds), count: pictures.count), isShuffled: slideshow.isShuffled, in: turn)
    return play(
      rounds, transition: { _ in slideshow.transition }, name: { Self.lastPart(of: pictures[$0]) },
      inner: { index, _ in
        if let trouble = context.troubles[pictures[index]] { return TimelineMoment(.nothing([trouble])) }
        let image = ImageDescription(file: pictures[index], fit: slideshow.fit, background: slideshow.background)
        return TimelineMoment(.image(image))
      })
  }

  /// A page of a PDF file.
  func moment(of deck: DeckDescription, in turn: TimelineTurn) -> TimelineMoment {
    var deck = deck
    deck.file = file(of: deck)
    deck.portraitFile = nil
    if let trouble = context.troubles[deck.file] { return TimelineMoment(.nothing([trouble])) }
    let count = context.pageCounts[deck.file]
    let first = min(max(1, deck.page), max(1, count ?? .max))
    guard let milliseconds = deck.pageMilliseconds, let count, count > 1 else {
      return TimelineMoment(.page(deck, number: first))
    }
    let rounds = PlaylistRounds(.same(Self.slot(milliseconds), count: count), start: deck.start, in: turn)
    let shown = deck
    func number(_ index: Int) -> Int { (first - 1 + index) % count + 1 }
    return play(
      rounds, transition: { _ in deck.transition }, name: { "\(number($0))" },
      inner: { index, _ in TimelineMoment(.page(shown, number: number(index))) })
  }

  /// The file for the screen's shape.
  func file(of deck: DeckDescription) -> String {
    context.isPortrait ? deck.portraitFile ?? deck.file : deck.file
  }

  /// The item that fills the slot around this moment: its own, or the next one of the round that can be played.
  private func play(
    _ rounds: PlaylistRounds, transition: (Int) -> TransitionDescription, name: (Int) -> String,
    inner: (Int, TimelineTurn) -> TimelineMoment
  ) -> TimelineMoment {
    guard let slot = rounds.slot(at: time) else { return TimelineMoment(.nothing([])) }
    var reasons: [(item: Int, why: [String])] = []
    // What cannot be played now may be playable later, and not only when a file changes: a schedule.
    var since: WallTime?
    var until: WallTime?
    for step in 0..<rounds.count {
      let item = slot.order.item(at: slot.place + step)
      let played = inner(item, TimelineTurn(begin: slot.begin, number: slot.round, length: slot.length))
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
    return TimelineMoment(.nothing(reasons.flatMap(\.why)), since: since, until: until)
  }
}

extension TimelineQuery {
  /// The time of day.
  func moment(of clock: ClockDescription) -> TimelineMoment {
    let format = ClockFormat(clock.format)
    func face(_ text: String) -> DueContent {
      .face(
        ClockFace(
          text: text, template: format.template, foreground: clock.foreground, background: clock.background,
          font: clock.font))
    }
    guard let unit = format.seconds else { return TimelineMoment(face(format.template)) }
    guard context.isClockRight else { return TimelineMoment(face(format.placeholder)) }
    let seconds = time.seconds
    guard let zone = context.zones[clock.zone], let local = LocalTime(seconds: seconds, in: zone) else {
      let reason = "the rules of the time zone \(clock.zone ?? "of this machine") are not known"
      return TimelineMoment(face(format.placeholder), skipped: [reason])
    }
    // Minutes and days begin where local time says so, and anew where clocks are changed.
    let offset = Int64(local.offset)
    let begin = (seconds + offset).dividedDown(by: unit) * unit - offset
    let span = zone.span(around: seconds)
    return TimelineMoment(
      face(format.text(of: local)), since: WallTime(seconds: max(begin, span.lowerBound)),
      until: WallTime(seconds: min(begin + unit, span.upperBound)))
  }

  /// The time that is left.
  func moment(of countdown: CountdownDescription) -> TimelineMoment {
    func face(_ text: String, template: String) -> DueContent {
      let title = countdown.title.map { $0 + "\n" } ?? ""
      return .face(
        ClockFace(
          text: title + text, template: title + template, foreground: countdown.foreground,
          background: countdown.background, font: countdown.font))
    }
    guard context.isClockRight else { return TimelineMoment(face("--:--", template: "00:00")) }
    let left = countdown.end.nanoseconds(since: time)
    guard left > 0 else {
      guard let ended = countdown.ended else {
        return TimelineMoment(face("00:00", template: "00:00"), since: countdown.end)
      }
      let last = ClockFace(
        text: ended, template: ended, foreground: countdown.foreground, background: countdown.background,
        font: countdown.font)
      return TimelineMoment(.face(last), since: countdown.end)
    }
    // Rounded up, so that 00:00 is reached when it ends, and not a second before.
    let seconds = (left - 1) / 1_000_000_000 + 1
    let (text, template) = Self.remaining(seconds)
    return TimelineMoment(
      face(text, template: template), since: countdown.end.advanced(by: -1_000_000_000 * min(seconds, 9_000_000_000)),
      until: countdown.end.advanced(by: -1_000_000_000 * (min(seconds, 9_000_000_000) - 1)))
  }

  /// `2 d 03:04:05`, `03:04:05` or `04:05`, and a text that takes as much room as any of this length.
  private static func remaining(_ seconds: Int64) -> (text: String, template: String) {
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let minutes = "\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    guard seconds >= 3600 else { return (minutes, "00:00") }
    let hours = "\(two(seconds / 3600 % 24)):\(minutes)"
    guard seconds >= 86_400 else { return (hours, "00:00:00") }
    let days = "\(seconds / 86_400)"
    return ("\(days) d \(hours)", String(repeating: "0", count: days.utf8.count) + " d 00:00:00")
  }
}

extension TimelineQuery {
  /// How long an item's slot is, in nanoseconds.
  func length(of item: PlaylistItem, in playlist: PlaylistDescription) -> Int64 {
    item.milliseconds.map(Self.slot) ?? ownLength(of: item.content) ?? Self.slot(playlist.itemMilliseconds)
  }

  /// Nanoseconds of a slot, which is never shorter than an item may be.
  static func slot(_ milliseconds: Int) -> Int64 {
    Int64(max(PlaylistDescription.shortestItemMilliseconds, milliseconds)).multipliedSaturating(by: 1_000_000)
  }

  /// How long it takes to show all of it once; nil for what has no length.
  private func ownLength(of content: ContentDescription) -> Int64? {
    switch content {
    case .playlist(let playlist):
      let round = playlist.items.reduce(Int64(0)) { $0.addedSaturating(length(of: $1, in: playlist)) }
      return switch playlist.repeats {
      case .forever: round
      case .times(let times): round.multipliedSaturating(by: Int64(max(1, times)))
      }
    case .slideshow(let slideshow):
      guard let count = context.folders[slideshow.folder]?.count, count > 0 else { return nil }
      return Self.slot(slideshow.itemMilliseconds).multipliedSaturating(by: Int64(count))
    case .deck(let deck):
      guard let milliseconds = deck.pageMilliseconds, let count = context.pageCounts[file(of: deck)], count > 0 else {
        return nil
      }
      return Self.slot(milliseconds).multipliedSaturating(by: Int64(count))
    case .color, .pattern, .banner, .image, .schedule, .ticker, .clock, .countdown, .qrCode, .layout, .setup:
      return nil
    }
  }
}

extension TimelineQuery {
  /// What an item is called that has no name: as its file, else as its kind and its place from 1.
  static func name(of content: ContentDescription, at index: Int) -> String {
    switch content {
    case .image(let image): lastPart(of: image.file)
    case .deck(let deck): lastPart(of: deck.file)
    case .slideshow(let slideshow): lastPart(of: slideshow.folder)
    case .color: "color \(index + 1)"
    case .pattern: "pattern \(index + 1)"
    case .banner: "banner \(index + 1)"
    case .playlist: "playlist \(index + 1)"
    case .schedule: "schedule \(index + 1)"
    case .ticker: "ticker \(index + 1)"
    case .clock: "clock \(index + 1)"
    case .countdown: "countdown \(index + 1)"
    case .qrCode: "qr \(index + 1)"
    case .layout: "layout \(index + 1)"
    case .setup: "setup \(index + 1)"
    }
  }

  /// The last part of a path.
  static func lastPart(of path: String) -> String {
    path.utf8.split(separator: UInt8(ascii: "/")).last.flatMap { String(Substring($0)) } ?? path
  }
}

extension Array where Element == String {
  /// These sentences where they are few, else the first, and how many more there are.
  public var firstFew: [String] {
    let most = 10
    return count <= most ? self : prefix(most) + ["and \(count - most) more"]
  }
}
