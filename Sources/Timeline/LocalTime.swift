internal import DisplayTypes

/// A moment as clocks of a zone show it.
struct LocalTime {
  /// Seconds since 1970 in UTC.
  let seconds: Int64
  /// Seconds that local time is ahead of UTC.
  let offset: Int
  let date: CalendarDate
  /// 0 to 23.
  let hour: Int
  /// 0 to 59.
  let minute: Int
  /// 0 to 59.
  let second: Int

  /// Nil outside of the years that a calendar date has.
  init?(seconds: Int64, in zone: ZoneRules) {
    self.seconds = seconds
    offset = zone.offset(at: seconds)
    let local = seconds + Int64(offset)
    let day = local.dividedDown(by: 86_400)
    guard let date = CalendarDate(dayNumber: Int(day)) else { return nil }
    self.date = date
    let rest = Int(local - day * 86_400)
    hour = rest / 3600
    minute = rest / 60 % 60
    second = rest % 60
  }

  /// The day of the year, from 1.
  var dayOfYear: Int {
    date.dayNumber - (CalendarDate(year: date.year, month: 1, day: 1)?.dayNumber ?? date.dayNumber) + 1
  }

  /// The week and the year that it belongs to (ISO 8601: weeks begin on Monday, the first one holds January 4).
  var week: (year: Int, number: Int) {
    let thursday = date.dayNumber + 4 - date.weekday.rawValue
    let year = CalendarDate(dayNumber: thursday)?.year ?? date.year
    let first = CalendarDate(year: year, month: 1, day: 1)?.dayNumber ?? thursday
    return (year, (thursday - first) / 7 + 1)
  }
}
