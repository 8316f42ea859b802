internal import DisplayTypes

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
