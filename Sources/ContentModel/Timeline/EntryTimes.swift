/// The stretches of time in which an entry of a schedule counts, one for each day on which it begins.
struct EntryTimes {
  /// A stretch in seconds since 1970, without its end.
  struct Stretch {
    var begin: Int64
    var end: Int64
    /// The day of its beginning, in days since 1970-01-01.
    var day: Int
  }

  let entry: ScheduleEntry
  let zone: ZoneRules

  /// The number of days to search. If clocks skip the only suitable day of a week, the next week has a stretch.
  private static let daysToLookAt = 16

  func stretch(around seconds: Int64) -> Stretch? {
    let today = localDay(of: seconds)
    for day in stride(from: today + 1, through: today - 2, by: -1) {
      if let stretch = stretch(on: day), stretch.begin <= seconds, seconds < stretch.end { return stretch }
    }
    return nil
  }

  func nextBegin(after seconds: Int64) -> Int64? {
    let first = max(localDay(of: seconds) - 1, entry.firstDay?.dayNumber ?? .min)
    for day in first..<first + Self.daysToLookAt {
      if let stretch = stretch(on: day), stretch.begin > seconds { return stretch.begin }
    }
    return nil
  }

  func lastEnd(until seconds: Int64) -> Int64? {
    let last = min(localDay(of: seconds) + 1, entry.lastDay?.dayNumber ?? .max)
    for day in stride(from: last, to: last - Self.daysToLookAt, by: -1) {
      if let stretch = stretch(on: day), stretch.end <= seconds { return stretch.end }
    }
    return nil
  }

  /// The stretch that begins on a day; nil if there is none, for example because clocks skip all of it.
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

/// The days on which an entry of a schedule begins, and its times on each of them, by the calendar alone.
struct EntryDays {
  private let days: ClosedRange<Int>?
  private let weekdays: Set<Weekday>
  /// The times in seconds since midnight of the day on which it begins.
  private let times: Range<Int>

  init(_ entry: ScheduleEntry) {
    let first = entry.firstDay?.dayNumber ?? Self.earliest
    let last = entry.lastDay?.dayNumber ?? Self.latest
    days = first <= last ? first...last : nil
    weekdays = entry.weekdays
    times = entry.from.seconds..<entry.to.seconds + (entry.to <= entry.from ? 86_400 : 0)
  }

  /// The bound for an entry without a first day; a week of slack is left on both sides.
  private static let earliest = -700_000
  private static let latest = 2_900_000

  /// The first day on which this entry begins and the other begins `shift` days later. If neither has a first day, the day is in the week
  /// of 1970-01-01.
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

  /// The first day and time at which both entries count; nil if there is none.
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

  private func fits(_ day: Int) -> Bool { weekdays.isEmpty || weekdays.contains(Weekday(dayNumber: day)) }
}

/// The rank of an entry among the entries of a schedule that count at a time.
struct EntryRank: Comparable {
  private let isAlarm: Bool
  private let priority: Int
  private let index: Int

  init(_ entry: ScheduleEntry, at index: Int) {
    isAlarm = entry.isAlarm
    priority = entry.priority
    self.index = index
  }

  /// Whether the right entry comes before the left one. Of equal entries, which no valid schedule has, the first comes before.
  static func < (left: EntryRank, right: EntryRank) -> Bool {
    (left.isAlarm ? 1 : 0, left.priority, right.index) < (right.isAlarm ? 1 : 0, right.priority, left.index)
  }
}

/// A fault in the times of a schedule.
package enum ScheduleContradiction: Hashable, Sendable {
  /// Two entries of the same priority do different things at the same time; their numbers count from 0. The time is the first such time, on
  /// clocks of the schedule's zone. The day is nil if neither entry has a first day.
  case overlap(first: Int, second: Int, day: CalendarDate?, weekday: Weekday, time: TimeOfDay)
  /// An entry that never counts: its last day is before its first day, or none of its weekdays is between them.
  case never(entry: Int)
}

extension ScheduleDescription {
  /// The faults of its times, at most `limit`, with each pair of entries once. They follow from the calendar alone: times that clocks skip
  /// or show twice never make entries contradict each other.
  package func contradictions(limit: Int = 10) -> [ScheduleContradiction] {
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
