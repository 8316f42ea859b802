internal import DisplayTypes

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
