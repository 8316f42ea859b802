/// A day of the calendar that everybody uses, in UTC.
nonisolated struct CalendarDay: Hashable, CustomStringConvertible {
  let year: Int
  let month: Int
  let day: Int

  /// The day so many days after 1970-01-01, or before where it is negative; for years from 1 to 9999.
  ///
  /// The algorithm is `civil_from_days` of Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms": years begin in March, so
  /// that the leap day is a year's last.
  init(since1970 days: Int) {
    let shifted = min(max(days, -719_162), 2_932_896) + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// As ISO 8601 has it: 2026-11-21.
  var description: String {
    func padded(_ number: Int, _ count: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }
}
