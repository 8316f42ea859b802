/// A day of the calendar, without a time zone.
package struct CalendarDate: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// 1 to 9999.
  package let year: Int
  /// 1 to 12.
  package let month: Int
  /// From 1 to the last day of the month.
  package let day: Int

  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= CalendarDate.days(inMonth: month, of: year)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Reads `2026-11-21` (ISO 8601); nil for other texts.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].utf8.count == 4, parts[1].utf8.count == 2, parts[2].utf8.count == 2,
      text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || $0.isDigit }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  package static func < (left: CalendarDate, right: CalendarDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  package var description: String { "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))" }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CalendarDate {
  /// The number of days since 1970-01-01 in the Gregorian calendar; negative before that. The computation uses eras of 400 years that begin
  /// in March, so that leap days are last.
  package var dayNumber: Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// Makes the date of a day number; nil outside of the years 1 to 9999.
  package init?(dayNumber: Int) {
    guard (-719_162...2_932_896).contains(dayNumber) else { return nil }
    let shifted = dayNumber + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    self.init(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  package var weekday: Weekday { Weekday(dayNumber: dayNumber) }
}

/// A day of the week, counted from Monday as in ISO 8601.
package enum Weekday: Int, Hashable, Sendable, CaseIterable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  private static let words = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  /// The word in configuration files.
  package var word: String { Self.words[rawValue - 1] }

  package init?(word: String) {
    guard let place = Self.words.firstIndex(of: word) else { return nil }
    self = Weekday.allCases[place]
  }

  /// - Parameter dayNumber: days since 1970-01-01, a Thursday.
  package init(dayNumber: Int) { self = Weekday.allCases[((dayNumber % 7) + 10) % 7] }
}

/// A time of day, without a date or a time zone.
package struct TimeOfDay: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Seconds since midnight, 0 to 86,399.
  package let seconds: Int

  package init?(seconds: Int) {
    guard (0..<86_400).contains(seconds) else { return nil }
    self.seconds = seconds
  }

  private init(known seconds: Int) { self.seconds = seconds }

  /// Reads `18:30`, `6:00` or `18:30:15`, and `24:00` as midnight; nil for other texts.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts[0].utf8.count == 1 || parts[0].utf8.count == 2,
      parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }), parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) })
    else { return nil }
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == parts.count, numbers[1] < 60, numbers.count == 2 || numbers[2] < 60 else { return nil }
    let seconds = numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
    self.init(seconds: seconds == 86_400 ? 0 : seconds)
  }

  package static let midnight = TimeOfDay(known: 0)

  package static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.seconds < right.seconds }

  /// Such as `18:30`, or with seconds `18:30:15`.
  package var description: String {
    let minutes = "\((seconds / 3600).padded(2)):\((seconds / 60 % 60).padded(2))"
    return seconds % 60 == 0 ? minutes : "\(minutes):\((seconds % 60).padded(2))"
  }
}

extension BinaryInteger {
  /// The number in decimal digits, with fillers before them.
  package func padded(_ width: Int, with filler: Character = "0") -> String {
    let digits = "\(self)"
    return String(repeating: filler, count: max(0, width - digits.utf8.count)) + digits
  }
}

extension UInt8 {
  package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
