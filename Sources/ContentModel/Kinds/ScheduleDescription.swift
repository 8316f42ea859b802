internal import DisplayTypes

/// Contents, and the times at which they are shown; chosen by the time alone (`Timeline`).
public struct ScheduleDescription: Hashable, Sendable {
  package static let mostEntries = 1_000

  /// The time zone of all its times, such as `Europe/Berlin`; nil for the machine's.
  package var zone: String?
  package var entries: [ScheduleEntry] = []
  /// The content while no entry counts, and until the machine's clock is known to be right.
  package var fallback = ContentDescription.color(.black)
  package var transition = TransitionDescription.cut
  /// The moment before which entries that switch the power off do not count. It is chosen at run time, and is in no file.
  package var onUntil: WallTime?
}

extension ScheduleDescription: ContentMapping {
  package static let form = ContentForm(
    kind: .schedule, main: .file, parts: ["entries", "fallback"],
    sample: "{ entries: [{ image: lunch.png, from: \"11:30\", to: \"14:00\" }], fallback: { … } }", example: "week.yaml"
  )
  package var content: ContentDescription { .schedule(self) }

  package var parts: [ContentDescription] {
    entries.compactMap { if case .show(let content) = $0.action { content } else { nil } } + [fallback]
  }

  package var written: MessageValue {
    var fields = fields(unless: Self.plain)
    fields["entries"] = .list(entries.map(\.written))
    if fallback != Self.plain.fallback { fields["fallback"] = .mapping(fallback.written) }
    return .mapping(fields)
  }

  /// Reads or writes all fields except the contents.
  mutating func visit(_ fields: inout ContentFields) {
    fields.field("zone", &zone, .zone)
    fields.field("transition", &transition, .transition)
  }

  package func add(to needs: inout ContentNeeds) {
    needs.addTime(zone: zone)
    if switchesPower { needs.power = true }
  }

  package func moment(in query: TimelineQuery, _ turn: TimelineTurn) -> TimelineMoment { query.moment(of: self) }

  fileprivate var switchesPower: Bool { entries.contains { $0.action == .powerOff } }
}

extension ContentDescription {
  /// Whether the content switches the power; only schedules can do that.
  package var switchesPower: Bool { if case .schedule(let schedule) = self { schedule.switchesPower } else { false } }

  /// The content with schedules in which entries that switch the power off do not count before a time.
  package func kept(onUntil time: WallTime) -> ContentDescription {
    guard case .schedule(var schedule) = self else { return self }
    if schedule.switchesPower { schedule.onUntil = time }
    schedule.entries = schedule.entries.map { entry in
      var entry = entry
      if case .show(let content) = entry.action { entry.action = .show(content.kept(onUntil: time)) }
      return entry
    }
    schedule.fallback = schedule.fallback.kept(onUntil: time)
    return .schedule(schedule)
  }
}

package struct ScheduleEntry: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    case show(ContentDescription)
    /// The screen has no signal during the entry.
    case powerOff
  }

  package var action: Action
  /// The name in events, errors and the proof of play; nil for its number.
  package var name: String?
  /// The priority: of the entries that count at a time, the highest is shown.
  package var priority = 0
  /// Whether it comes before all entries without this mark, regardless of priority.
  package var isAlarm = false
  package var firstDay: CalendarDate?
  /// The last day, which is included.
  package var lastDay: CalendarDate?
  /// The weekdays on which the entry begins; empty for all.
  package var weekdays: Set<Weekday> = []
  package var from = TimeOfDay.midnight
  /// The end: on the same day, or on the next day if it is not after `from`. Midnight to midnight is the whole day.
  package var to = TimeOfDay.midnight
}

extension ScheduleEntry: FieldMapping {
  /// Reads or writes all fields except the action.
  mutating func visit(_ fields: inout ContentFields) {
    fields.field("name", &name, .name)
    fields.field("priority", &priority, .whole(in: -1_000...1_000, what: "a priority"))
    fields.field("alarm", &isAlarm, .flag)
    fields.field("firstDay", &firstDay, .day)
    fields.field("lastDay", &lastDay, .day)
    if let section = fields.section, let firstDay, let lastDay, lastDay < firstDay {
      section.report(
        "lastDay", "\(lastDay) is before the first day, \(firstDay)", expected: "the same day or a later one",
        fault: .value("\(lastDay)"))
    }
    fields.field("weekdays", &weekdays, .weekdays)
    guard fields.section != nil || from != .midnight || to != .midnight else { return }
    fields.field("from", &from, .time)
    fields.field("to", &to, .time)
  }

  fileprivate var written: MessageValue {
    let fields = fields(unless: ScheduleEntry(action: .powerOff))
    return switch action {
    case .show(let content): .mapping(content.written.merging(fields) { $1 })
    case .powerOff: .mapping(fields.merging(["power": .text("off")]) { $1 })
    }
  }
}

extension FieldType where Value == CalendarDate {
  fileprivate static var day: Self {
    Self("a day of the calendar", expected: "a day as 2026-12-24") { CalendarDate($0) }
  }
}

extension FieldType where Value == TimeOfDay {
  static var time: Self {
    Self("a time of day", expected: "a time from 0:00 to 24:00, as 18:30") { TimeOfDay($0) }
  }
}

extension FieldType where Value == Set<Weekday> {
  static var weekdays: Self {
    Self(read: { section, key, _ in WeekdayReader.read(key, in: section) }) { days in
      .list(Weekday.allCases.filter(days.contains).map { .text($0.word) })
    }
  }
}

extension ScheduleDescription {
  private static let entryKeys =
    ContentReader.kinds + ["power", "name", "priority", "alarm", "firstDay", "lastDay", "weekdays", "from", "to"]

  package static func read(from parent: ConfigurationSection, by contents: ContentReader) -> ScheduleDescription? {
    guard let section = contents.section(Self.self, in: parent) else { return nil }
    let list = section.list("entries", of: .schedule, "entries", most: mostEntries, expected: "a list of entries")
    guard let nodes = list else {
      if section.entry("entries") == nil {
        section.errors.add(
          section.mark, section.path, "the schedule has no entries", expected: form.sample,
          fault: .missing("entries"))
      }
      return nil
    }
    let entries = nodes.compactMap { entry($0.node, path: $0.path, errors: section.errors, contents) }
    var schedule = ScheduleDescription(entries: entries)
    let fallback = section.section("fallback", keys: ContentReader.kinds, expected: ContentReader.expected)
      .flatMap { contents.timed.content(in: $0) }
    if let fallback { schedule.fallback = fallback }
    var fields = ContentFields(section, contents)
    schedule.visit(&fields)
    guard entries.count == nodes.count, fallback != nil || section.entry("fallback") == nil else { return nil }
    if contents.context.checksMachine { schedule.reportContradictions(nodes, errors: section.errors) }
    return schedule
  }

  /// Reports times at which two entries contradict each other, and entries that never count.
  private func reportContradictions(_ nodes: [(node: ValueNode, path: String)], errors: ErrorList) {
    func name(_ index: Int) -> String {
      let place =
        nodes[index].node.mark == .start ? "entry \(index)" : "the entry in line \(nodes[index].node.mark.line)"
      return entries[index].name.map { "\"\(Quoting.short($0))\"" } ?? place
    }
    for contradiction in contradictions() {
      switch contradiction {
      case .overlap(let first, let second, let day, let weekday, let time):
        let day = day.map { ", \($0)," } ?? ""
        errors.add(
          nodes[second].node.mark, nodes[second].path,
          "contradicts \(name(first)): on \(weekday.word)\(day) at \(time) both are to be shown",
          hint: "give one of them a higher priority, or other times")
      case .never(let entry):
        errors.add(
          nodes[entry].node.mark, nodes[entry].path,
          "never counts: none of its weekdays is between its first and last day",
          hint: "change them, or remove the entry")
      }
    }
  }

  private static func entry(
    _ node: ValueNode, path: String, errors: ErrorList, _ contents: ContentReader
  ) -> ScheduleEntry? {
    let expected = "an entry, as { image: lunch.png, weekdays: mon-fri, from: \"11:30\", to: \"14:00\" }"
    let section = ConfigurationSection(node, path: path, errors: errors, keys: entryKeys, expected: expected)
    guard let section else { return nil }
    let action = action(in: section, contents)
    // An entry with a wrong value could seem to contradict others, which is not a second mistake.
    let errorsBefore = errors.errors.count
    var entry = ScheduleEntry(action: action ?? .powerOff)
    var fields = ContentFields(section, contents)
    entry.visit(&fields)
    return action != nil && errors.errors.count == errorsBefore ? entry : nil
  }

  private static func action(in section: ConfigurationSection, _ contents: ContentReader) -> ScheduleEntry.Action? {
    guard let power = section.entry("power") else {
      return contents.timed.content(in: section).map { .show($0) }
    }
    let isOff = section.value("power", what: "what an entry does", expected: "off") { $0 == "off" ? true : nil }
    guard isOff != nil else { return nil }
    guard !section.entries.contains(where: { ContentReader.kinds.contains($0.key) }) else {
      section.errors.add(
        power.mark, section.path("power"), "the entry shows something, and switches the power off",
        expected: "one of both")
      return nil
    }
    guard !contents.place.isRegion else {
      section.errors.add(
        power.mark, section.path("power"), "a region of a layout cannot switch the power of its screen",
        hint: "put the layout into the schedule", fault: .value("off"))
      return nil
    }
    return .powerOff
  }
}

enum WeekdayReader {
  private static let words = Weekday.allCases.map(\.word)
  private static let expected = "days as mon-fri, or a list of them as [mon, wed, sat]"

  static func read(_ key: String, in section: ConfigurationSection) -> Set<Weekday>? {
    guard let entry = section.entry(key) else { return nil }
    let isScalar = if case .scalar = entry.value.value { true } else { false }
    let single = [(node: entry.value, path: section.path(key))]
    guard let nodes = isScalar ? single : section.list(key, expected: expected) else { return nil }
    guard !nodes.isEmpty else {
      section.report(
        key, "no day is in the list", expected: expected, hint: "remove weekdays for all days", fault: .value("[]"))
      return nil
    }
    var days: Set<Weekday> = []
    for (node, path) in nodes {
      guard let text = section.text(of: node, path: path, expected: expected) else { return nil }
      guard let found = range(text.value) else {
        section.errors.add(
          node.mark, path, "\(node.kind) is not a day of the week",
          expected: "one of \(words.joined(separator: ", ")), or some as mon-fri",
          hint: NearestWord.hint(text.value, among: words), fault: .value(text.value))
        return nil
      }
      days.formUnion(found)
    }
    return days
  }

  /// The days of a text such as `mon`, or `fri-mon`, which crosses the end of the week; nil for other texts.
  private static func range(_ text: String) -> [Weekday]? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Weekday(word: String($0)) }
    guard (1...2).contains(ends.count), let first = ends.first ?? nil, let last = ends.last ?? nil else { return nil }
    let all = Weekday.allCases
    guard first.rawValue > last.rawValue else {
      return all.filter { (first.rawValue...last.rawValue).contains($0.rawValue) }
    }
    return all.filter { $0.rawValue >= first.rawValue || $0.rawValue <= last.rawValue }
  }
}

extension TimelineQuery {
  /// The picture of an item of a playlist in its hours; nothing outside of them, or until the clock is known to be right.
  func moment(of item: PlaylistItem, in turn: TimelineTurn) -> TimelineMoment {
    guard let hours = item.hours else { return moment(of: item.content, in: turn) }
    guard context.isClockRight else { return TimelineMoment(leaf: .nothing([])) }
    guard let zone = context.zones[nil] else {
      return TimelineMoment(leaf: .nothing([TimelineContext.ignorance(ofZone: nil)]))
    }
    let times = EntryTimes(entry: hours, zone: zone)
    guard let stretch = times.stretch(around: time.seconds) else {
      return TimelineMoment(
        leaf: .nothing([]), since: times.lastEnd(until: time.seconds).map { WallTime(seconds: $0) },
        until: times.nextBegin(after: time.seconds).map { WallTime(seconds: $0) })
    }
    var moment = self.moment(of: item.content, in: turn)
    moment.since = later(moment.since, WallTime(seconds: stretch.begin))
    moment.until = earlier(moment.until, WallTime(seconds: stretch.end))
    moment.hoursEnd = earlier(moment.hoursEnd, WallTime(seconds: stretch.end))
    return moment
  }

  fileprivate func moment(of schedule: ScheduleDescription) -> TimelineMoment {
    guard context.isClockRight else { return fallback(of: schedule, since: nil, until: nil) }
    guard let zone = context.zones[schedule.zone] else {
      var moment = fallback(of: schedule, since: nil, until: nil)
      moment.skipped.insert(TimelineContext.ignorance(ofZone: schedule.zone), at: 0)
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

  /// The picture of an entry in a stretch of time. Its content begins with the stretch. Only endless content in stretches of whole days
  /// continues from one to the next.
  private func moment(of entry: ScheduleEntry, in stretch: EntryTimes.Stretch) -> TimelineMoment {
    guard case .show(let content) = entry.action else { return TimelineMoment(leaf: .powerOff) }
    var goesOn = entry.from == entry.to
    if case .playlist(let playlist) = content, case .times = playlist.repeats { goesOn = false }
    let length = (stretch.end - stretch.begin).multipliedSaturating(by: 1_000_000_000)
    let begin = WallTime(seconds: stretch.begin)
    let turn = TimelineTurn(begin: begin, number: Int64(stretch.day), length: length)
    return moment(of: content, in: goesOn ? .outermost : turn)
  }

  private func fallback(of schedule: ScheduleDescription, since: WallTime?, until: WallTime?) -> TimelineMoment {
    let played = moment(of: schedule.fallback, in: .outermost)
    if case .nothing = played.leaf {
      return TimelineMoment(leaf: played.leaf, since: later(played.since, since), until: earlier(played.until, until))
    }
    return placed(played, named: "fallback", began: since, since: since, until: until, transition: schedule.transition)
  }

  /// The time around now in which the same entries of this rank and above count; for nil, entries of all ranks.
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
    // After `onUntil`, other entries count.
    guard let change = schedule.onUntil else { return span }
    return time < change ? (span.since, earlier(span.until, change)) : (later(span.since, change), span.until)
  }

  /// Whether an entry counts during its times; it does not if the screen was turned on in its off hours.
  private func counts(_ entry: ScheduleEntry, of schedule: ScheduleDescription) -> Bool {
    guard entry.action == .powerOff, let onUntil = schedule.onUntil else { return true }
    return time >= onUntil
  }
}
