internal import DisplayTypes

/// A day of each year, and a time on it.
struct ZoneDay {
  enum Day {
    /// From 1; February 29 is not counted.
    case julian(Int)
    /// From 0; February 29 is counted.
    case ofYear(Int)
    /// A weekday, 0 for Sunday, in a week of a month; the fifth is the last.
    case weekday(Int, week: Int, month: Int)
  }

  let day: Day
  /// Seconds after midnight, or before it.
  let time: Int

  /// Seconds from 1970-01-01 to that time of clocks, in the year whose first day has this number.
  func seconds(inYearOf newYear: Int) -> Int64 {
    Int64(newYear + dayOfYear(newYear)) * 86_400 + Int64(time)
  }

  private func dayOfYear(_ newYear: Int) -> Int {
    let year = CalendarDate(dayNumber: newYear)?.year ?? 1970
    func first(of month: Int) -> Int {
      (CalendarDate(year: month > 12 ? year + 1 : year, month: month > 12 ? 1 : month, day: 1)?.dayNumber ?? newYear)
        - newYear
    }
    switch day {
    case .julian(let number):
      let isLeap = first(of: 3) == 60
      return number - 1 + (isLeap && number >= 60 ? 1 : 0)
    case .ofYear(let number): return number
    case .weekday(let wanted, let week, let month):
      let weekday = Weekday(dayNumber: newYear + first(of: month)).rawValue % 7
      var day = first(of: month) + (wanted - weekday + 7) % 7 + (week - 1) * 7
      if day >= first(of: month + 1) { day -= 7 }
      return day
    }
  }
}
