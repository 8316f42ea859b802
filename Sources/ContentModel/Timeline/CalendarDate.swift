/// A day of the calendar, without a time zone.
public struct CalendarDate: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// 1 to 9999.
  public let year: Int
  /// 1 to 12.
  public let month: Int
  /// 1 to the month's last.
  public let day: Int

  /// Nil where the calendar has no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= CalendarDate.days(inMonth: month, of: year)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Reads `2026-11-21` (ISO 8601); nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].utf8.count == 4, parts[1].utf8.count == 2, parts[2].utf8.count == 2,
      text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The earlier one is less.
  public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  /// As ISO 8601 has it.
  public var description: String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CalendarDate {
  /// Days since 1970-01-01 in the Gregorian calendar, negative before.
  ///
  /// Counts in eras of 400 years that begin with March, so that leap days come last.
  public var dayNumber: Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The day so many days after 1970-01-01; nil outside of the years 1 to 9999.
  public init?(dayNumber: Int) {
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

  /// Which day of the week it is.
  public var weekday: Weekday { Weekday(dayNumber: dayNumber) }
}

/// A day of the week, from Monday as ISO 8601 counts them.
public enum Weekday: Int, Hashable, Sendable, CaseIterable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  /// The first three letters of its English name, in small letters, as files have it.
  public var word: String {
    switch self {
    case .monday: "mon"
    case .tuesday: "tue"
    case .wednesday: "wed"
    case .thursday: "thu"
    case .friday: "fri"
    case .saturday: "sat"
    case .sunday: "sun"
    }
  }

  /// The day of that word; nil for any other.
  public init?(word: String) {
    guard let day = Weekday.allCases.first(where: { $0.word == word }) else { return nil }
    self = day
  }

  /// The weekday of the day so many days after 1970-01-01, a Thursday.
  public init(dayNumber: Int) {
    let place = ((dayNumber % 7) + 10) % 7
    self = Weekday.allCases[place]
  }
}

/// A time on the clock's face, without a day or a time zone.
public struct TimeOfDay: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Seconds since midnight, 0 to 86,399.
  public let seconds: Int

  /// Nil where a day has no such time.
  public init?(seconds: Int) {
    guard (0..<86_400).contains(seconds) else { return nil }
    self.seconds = seconds
  }

  private init(known seconds: Int) {
    self.seconds = seconds
  }

  /// Reads `18:30` or `18:30:15`, and `24:00` as midnight; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count),
      parts.allSatisfy({
        $0.utf8.count == 2 && $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      })
    else { return nil }
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == parts.count, numbers[1] < 60, numbers.count == 2 || numbers[2] < 60 else { return nil }
    let seconds = numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
    self.init(seconds: seconds == 86_400 ? 0 : seconds)
  }

  /// 00:00.
  public static let midnight = TimeOfDay(known: 0)

  /// The earlier one is less.
  public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.seconds < right.seconds }

  /// `18:30`, with seconds where there are any.
  public var description: String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let minutes = "\(two(seconds / 3600)):\(two(seconds / 60 % 60))"
    return seconds % 60 == 0 ? minutes : "\(minutes):\(two(seconds % 60))"
  }
}
