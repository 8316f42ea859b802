public import DisplayTypes

/// Contents and the times at which they are shown.
///
/// Which one is shown is a function of the time alone (`Timeline`).
public struct ScheduleDescription: Hashable, Sendable {
  /// The most entries of one schedule.
  public static let mostEntries = 1_000

  /// The time zone in which all its times are meant, as `Europe/Berlin`; nil for the machine's.
  public var zone: String?
  /// In the file's order, which decides nothing.
  public var entries: [ScheduleEntry]
  /// What is shown while no entry counts, and until the machine's clock is known to be right.
  public var fallback: ContentDescription
  /// How one entry's content gives way to another's.
  public var transition: TransitionDescription
  /// Until then entries that switch the power off do not count: chosen at run time, and in no file.
  public var onUntil: WallTime?

  /// Makes a schedule.
  public init(
    zone: String? = nil, entries: [ScheduleEntry], fallback: ContentDescription = .color(.black),
    transition: TransitionDescription = .cut, onUntil: WallTime? = nil
  ) {
    self.zone = zone
    self.entries = entries
    self.fallback = fallback
    self.transition = transition
    self.onUntil = onUntil
  }
}

/// What a schedule shows at some times.
public struct ScheduleEntry: Hashable, Sendable {
  /// What is done while it counts.
  public enum Action: Hashable, Sendable {
    case show(ContentDescription)
    /// The screen has no signal.
    case powerOff
  }

  /// What it is called in events, errors and the proof of play; nil for its place.
  public var name: String?
  /// What is done while it counts.
  public var action: Action
  /// Of the entries that count at a time, the one with the highest number is shown.
  public var priority: Int
  /// Whether it goes before every entry that is none, whatever their priorities.
  public var isAlarm: Bool
  /// The first day; nil for ever since.
  public var firstDay: CalendarDate?
  /// The last day, which counts too; nil without end.
  public var lastDay: CalendarDate?
  /// The days of the week on which it begins; empty for all.
  public var weekdays: Set<Weekday>
  /// When it begins on a day.
  public var from: TimeOfDay
  /// When it ends: on the same day, or on the next where that is not after `from`.
  ///
  /// Midnight to midnight is the whole day.
  public var to: TimeOfDay

  /// Makes an entry.
  public init(
    _ action: Action, name: String? = nil, priority: Int = 0, isAlarm: Bool = false, firstDay: CalendarDate? = nil,
    lastDay: CalendarDate? = nil, weekdays: Set<Weekday> = [], from: TimeOfDay = .midnight, to: TimeOfDay = .midnight
  ) {
    self.name = name
    self.action = action
    self.priority = priority
    self.isAlarm = isAlarm
    self.firstDay = firstDay
    self.lastDay = lastDay
    self.weekdays = weekdays
    self.from = from
    self.to = to
  }
}

/// Reads `schedule:`: contents and the times at which they are shown.
struct ScheduleReader {
  private static let keys = ["zone", "entries", "fallback", "transition"]
  private static let entryKeys =
    ContentReader.kinds + ["power", "name", "priority", "alarm", "firstDay", "lastDay", "weekdays", "from", "to"]
  private static let expected = "{ entries: [{ image: lunch.png, from: \"11:30\", to: \"14:00\" }], fallback: { … } }"

  let contents: ContentReader
  let place: ContentPlace

  func read(from parent: ConfigurationSection) -> ScheduleDescription? {
    guard let section = parent.section("schedule", keys: Self.keys, expected: Self.expected) else { return nil }
    guard let nodes = section.list("entries", expected: "a list of entries") else {
      if section.entry("entries") == nil {
        section.errors.add(
          section.mark, section.path, "the schedule has no entries", expected: Self.expected,
          fault: .missing("entries"))
      }
      return nil
    }
    guard (1...ScheduleDescription.mostEntries).contains(nodes.count) else {
      section.errors.add(
        section.entry("entries")?.value.mark ?? section.mark, section.path("entries"),
        nodes.isEmpty ? "the schedule is empty" : "the schedule has \(nodes.count) entries",
        expected: "1 to \(ScheduleDescription.mostEntries) entries", fault: .value("\(nodes.count) entries"))
      return nil
    }
    let entries = nodes.map { entry($0.node, path: $0.path, errors: section.errors) }
    var schedule = ScheduleDescription(entries: entries.compactMap(\.self))
    let fallback = section.section("fallback", keys: ContentReader.kinds, expected: ContentReader.expected)
      .flatMap { contents.content(in: $0, at: place.timed) }
    if let fallback { schedule.fallback = fallback }
    schedule.zone = contents.zone(in: section)
    if let transition = TransitionReader.read("transition", in: section) { schedule.transition = transition }
    guard schedule.entries.count == entries.count, fallback != nil || section.entry("fallback") == nil else {
      return nil
    }
    if contents.context.checksMachine { report(schedule.contradictions(), of: schedule, nodes, errors: section.errors) }
    return schedule
  }

  /// Says where the schedule does not say what is to be shown.
  private func report(
    _ contradictions: [ScheduleContradiction], of schedule: ScheduleDescription,
    _ nodes: [(node: ValueNode, path: String)],
    errors: ErrorList
  ) {
    func name(_ index: Int) -> String {
      let place =
        nodes[index].node.mark == .start ? "entry \(index)" : "the entry in line \(nodes[index].node.mark.line)"
      return schedule.entries[index].name.map { "“\(Quoting.short($0))”" } ?? place
    }
    for contradiction in contradictions {
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

  private func entry(_ node: ValueNode, path: String, errors: ErrorList) -> ScheduleEntry? {
    let expected = "an entry, as { image: lunch.png, weekdays: mon-fri, from: \"11:30\", to: \"14:00\" }"
    let section = ConfigurationSection(node, path: path, errors: errors, keys: Self.entryKeys, expected: expected)
    guard let section else { return nil }
    let action = action(in: section)
    // An entry without a value that was given could contradict others, which is no second mistake.
    let errorsBefore = errors.errors.count
    var entry = ScheduleEntry(action ?? .powerOff, name: contents.name(in: section))
    if let priority = section.whole("priority", in: -1_000...1_000, what: "a priority") { entry.priority = priority }
    if let isAlarm = section.flag("alarm")?.value { entry.isAlarm = isAlarm }
    entry.firstDay = day("firstDay", in: section)
    entry.lastDay = day("lastDay", in: section)
    if let first = entry.firstDay, let last = entry.lastDay, last < first {
      section.errors.add(
        section.entry("lastDay")?.value.mark ?? section.mark, section.path("lastDay"),
        "\(last) is before the first day, \(first)", expected: "the same day or a later one", fault: .value("\(last)"))
    }
    if let weekdays = WeekdayReader.read("weekdays", in: section) { entry.weekdays = weekdays }
    if let from = time("from", in: section) { entry.from = from }
    if let to = time("to", in: section) { entry.to = to }
    return action != nil && errors.errors.count == errorsBefore ? entry : nil
  }

  private func action(in section: ConfigurationSection) -> ScheduleEntry.Action? {
    guard let power = section.entry("power") else {
      return contents.content(in: section, at: place.timed).map { .show($0) }
    }
    guard
      let isOn = section.value(
        "power", what: "what an entry does", expected: "off", read: { $0 == "off" ? false : nil })
    else { return nil }
    guard !isOn.value, !section.entries.contains(where: { ContentReader.kinds.contains($0.key) }) else {
      section.errors.add(
        power.mark, section.path("power"), "the entry shows something, and switches the power off",
        expected: "one of both")
      return nil
    }
    guard !place.isRegion else {
      section.errors.add(
        power.mark, section.path("power"), "a region of a layout cannot switch the power of its screen",
        hint: "put the layout into the schedule", fault: .value("off"))
      return nil
    }
    return .powerOff
  }

  private func day(_ key: String, in section: ConfigurationSection) -> CalendarDate? {
    section.value(key, what: "a day of the calendar", expected: "a day as 2026-12-24") { CalendarDate($0) }?.value
  }

  private func time(_ key: String, in section: ConfigurationSection) -> TimeOfDay? {
    section.value(key, what: "a time of day", expected: "a time from 00:00 to 24:00, as 18:30") { TimeOfDay($0) }?.value
  }
}

/// Reads `weekdays: mon-fri` or `weekdays: [mon-wed, sat]`.
enum WeekdayReader {
  private static let words = Weekday.allCases.map(\.word)
  private static let expected = "days as mon-fri, or a list of them as [mon, wed, sat]"

  static func read(_ key: String, in section: ConfigurationSection) -> Set<Weekday>? {
    guard let entry = section.entry(key) else { return nil }
    let nodes: [(node: ValueNode, path: String)]
    if case .scalar = entry.value.value {
      nodes = [(entry.value, section.path(key))]
    } else {
      guard let list = section.list(key, expected: expected) else { return nil }
      nodes = list
    }
    guard !nodes.isEmpty else {
      section.errors.add(
        entry.value.mark, section.path(key), "no day is in the list", expected: expected,
        hint: "leave weekdays away for all days", fault: .value("[]"))
      return nil
    }
    var days: Set<Weekday> = []
    for (node, path) in nodes {
      guard let text = section.text(of: node, path: path, expected: expected) else { return nil }
      guard let found = range(text.value) else {
        let near = NearestWord.find(text.value, among: words)
        section.errors.add(
          node.mark, path, "\(node.kind) is not a day of the week",
          expected: "one of \(words.joined(separator: ", ")), or some as mon-fri",
          hint: near.map { "did you mean “\($0)”?" } ?? "", fault: .value(text.value))
        return nil
      }
      days.formUnion(found)
    }
    return days
  }

  /// The days of `mon`, or of `fri-mon`, which goes over the end of the week; nil for anything else.
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

/// When an entry of a schedule counts: a stretch of time for each day on which it begins.
struct EntryTimes {
  /// A stretch in which it counts, in seconds since 1970; the end does not belong to it.
  struct Stretch {
    var begin: Int64
    var end: Int64
    /// The day on which it begins, since 1970.
    var day: Int
  }

  let entry: ScheduleEntry
  let zone: ZoneRules

  /// A week in which clocks are put forward on the only day that fits may have no stretch; the next one has.
  private static let daysToLookAt = 16

  /// The stretch around a moment, in seconds since 1970.
  func stretch(around seconds: Int64) -> Stretch? {
    let today = localDay(of: seconds)
    for day in stride(from: today + 1, through: today - 2, by: -1) {
      if let stretch = stretch(on: day), stretch.begin <= seconds, seconds < stretch.end { return stretch }
    }
    return nil
  }

  /// When the next stretch begins after a moment.
  func nextBegin(after seconds: Int64) -> Int64? {
    let first = max(localDay(of: seconds) - 1, entry.firstDay?.dayNumber ?? .min)
    for day in first..<first + Self.daysToLookAt {
      if let stretch = stretch(on: day), stretch.begin > seconds { return stretch.begin }
    }
    return nil
  }

  /// When the last stretch ended, at a moment or before.
  func lastEnd(until seconds: Int64) -> Int64? {
    let last = min(localDay(of: seconds) + 1, entry.lastDay?.dayNumber ?? .max)
    for day in stride(from: last, to: last - Self.daysToLookAt, by: -1) {
      if let stretch = stretch(on: day), stretch.end <= seconds { return stretch.end }
    }
    return nil
  }

  /// The stretch that begins on a day; nil where none does, also because clocks skip all of it.
  private func stretch(on day: Int) -> Stretch? {
    guard day >= entry.firstDay?.dayNumber ?? .min, day <= entry.lastDay?.dayNumber ?? .max,
      entry.weekdays.isEmpty || entry.weekdays.contains(Weekday(dayNumber: day))
    else { return nil }
    let endDay = entry.to <= entry.from ? day + 1 : day
    let begin = zone.moment(ofLocal: Int64(day) * 86_400 + Int64(entry.from.seconds))
    let end = zone.moment(ofLocal: Int64(endDay) * 86_400 + Int64(entry.to.seconds))
    return begin < end ? Stretch(begin: begin, end: end, day: day) : nil
  }

  private func localDay(of seconds: Int64) -> Int {
    Int((seconds + Int64(zone.offset(at: seconds))).dividedDown(by: 86_400))
  }
}

/// The days on which an entry of a schedule begins, and its times on each, as a calendar has them.
struct EntryDays {
  private let days: ClosedRange<Int>?
  private let weekdays: Set<Weekday>
  /// Seconds since the midnight at which its day begins.
  private let times: Range<Int>

  init(_ entry: ScheduleEntry) {
    let first = entry.firstDay?.dayNumber ?? Self.earliest
    let last = entry.lastDay?.dayNumber ?? Self.latest
    days = first <= last ? first...last : nil
    weekdays = entry.weekdays
    times = entry.from.seconds..<entry.to.seconds + (entry.to <= entry.from ? 86_400 : 0)
  }

  /// Without a first or a last day: a week of slack is left on both sides.
  private static let earliest = -700_000
  private static let latest = 2_900_000

  /// The first day on which this one begins and the other one so many days later; without a first day, one in the week of 1970-01-01.
  func first(commonWith other: EntryDays, shifted shift: Int) -> Int? {
    guard let mine = days, let its = other.days else { return nil }
    var first = max(mine.lowerBound, its.lowerBound - shift)
    let last = min(mine.upperBound, its.upperBound - shift)
    guard first <= last else { return nil }
    if first <= Self.earliest + 1 { first = min(0, last - 6) }
    return (first...last).prefix(7).first { day in
      fits(day) && other.fits(day + shift)
    }
  }

  /// The first day and time at which both count; nil where there is none.
  func overlap(with other: EntryDays) -> (day: CalendarDate?, weekday: Weekday, time: TimeOfDay)? {
    var found: Int?
    for shift in -1...1 {
      let lower = max(times.lowerBound, other.times.lowerBound + shift * 86_400)
      let upper = min(times.upperBound, other.times.upperBound + shift * 86_400)
      guard lower < upper, let day = first(commonWith: other, shifted: shift) else { continue }
      let moment = day * 86_400 + lower
      found = min(found ?? moment, moment)
    }
    guard let found else { return nil }
    let day = Int(Int64(found).dividedDown(by: 86_400))
    guard let time = TimeOfDay(seconds: found - day * 86_400) else { return nil }
    let isBounded = [days, other.days].contains { ($0?.lowerBound ?? Self.earliest) > Self.earliest }
    return (isBounded ? CalendarDate(dayNumber: day) : nil, Weekday(dayNumber: day), time)
  }

  private func fits(_ day: Int) -> Bool {
    weekdays.isEmpty || weekdays.contains(Weekday(dayNumber: day))
  }
}

/// Which of the entries of a schedule that count at a time goes before the others.
struct EntryRank: Comparable {
  private let isAlarm: Bool
  private let priority: Int
  private let index: Int

  /// The rank of the entry at that place of its schedule.
  init(_ entry: ScheduleEntry, at index: Int) {
    isAlarm = entry.isAlarm
    priority = entry.priority
    self.index = index
  }

  /// Whether the right one goes before the left one; of equal ones the first does, so that an answer there is, although a schedule with
  /// such entries is refused (`ScheduleDescription.contradictions`).
  static func < (left: EntryRank, right: EntryRank) -> Bool {
    (left.isAlarm ? 1 : 0, left.priority, right.index) < (right.isAlarm ? 1 : 0, right.priority, left.index)
  }
}

/// A reason for which a schedule does not say what is to be shown.
public enum ScheduleContradiction: Hashable, Sendable {
  /// Two entries of the same priority, by their places from 0, that count at the same time and do different things: when they
  /// first do, on clocks of the schedule's zone. The day is nil where neither has a first one.
  case overlap(first: Int, second: Int, day: CalendarDate?, weekday: Weekday, time: TimeOfDay)
  /// An entry that never counts: its last day is before its first one, or none of its weekdays is between them.
  case never(entry: Int)
}

extension ScheduleDescription {
  /// What is wrong with its times, at most `limit` of it; each pair of entries is told once.
  ///
  /// Goes by the calendar alone: times that clocks skip or show twice make no entries meet that are apart otherwise.
  public func contradictions(limit: Int = 10) -> [ScheduleContradiction] {
    let days = entries.map(EntryDays.init)
    var found: [ScheduleContradiction] = []
    for second in entries.indices {
      guard found.count < limit else { return found }
      guard days[second].first(commonWith: days[second], shifted: 0) != nil else {
        found.append(.never(entry: second))
        continue
      }
      for first in entries.indices where first < second && found.count < limit {
        let (one, other) = (entries[first], entries[second])
        guard one.isAlarm == other.isAlarm, one.priority == other.priority, one.action != other.action else { continue }
        if let (day, weekday, time) = days[first].overlap(with: days[second]) {
          found.append(.overlap(first: first, second: second, day: day, weekday: weekday, time: time))
        }
      }
    }
    return found
  }
}
