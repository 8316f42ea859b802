extension WallTime {
  /// What would be one.
  public static let expected = "a moment with its offset from UTC, as 2026-12-31T18:00+01:00 or 2026-12-31T17:00:00Z"

  /// Reads a moment as ISO 8601 has it: a day, `T` or a blank, a time, and `Z` or an offset as `+01:00`; nil for anything else.
  ///
  /// Seconds may have a fraction of up to nine digits.
  public init?(_ text: String) {
    guard text.utf8.count <= 40, let separator = text.firstIndex(where: { $0 == "T" || $0 == " " }),
      let date = CalendarDate(String(text[..<separator]))
    else { return nil }
    var clock = text[text.index(after: separator)...]
    var offset = 0
    if clock.hasSuffix("Z") {
      clock.removeLast()
    } else {
      guard let sign = clock.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return nil }
      let digits = clock[clock.index(after: sign)...]
      guard let ahead = TimeOfDay(String(digits.utf8.count == 2 ? digits + ":00" : digits)) else { return nil }
      offset = clock[sign] == "-" ? -ahead.seconds : ahead.seconds
      clock = clock[..<sign]
    }
    var nanoseconds: Int64 = 0
    if let point = clock.firstIndex(of: ".") {
      let digits = clock[clock.index(after: point)...]
      guard (1...9).contains(digits.utf8.count), let fraction = UInt32(digits), digits.first != "+" else { return nil }
      nanoseconds = Int64(fraction)
      for _ in digits.utf8.count..<9 { nanoseconds *= 10 }
      clock = clock[..<point]
    }
    guard let time = TimeOfDay(String(clock)) else { return nil }
    // 24:00 is the midnight after the day.
    let days = date.dayNumber + (clock.hasPrefix("24") ? 1 : 0)
    let seconds = Int64(days) * 86_400 + Int64(time.seconds - offset)
    let moment = WallTime(seconds: seconds)
    guard moment.seconds == seconds else { return nil }
    self = moment.advanced(by: nanoseconds)
  }
}

extension WallTime: CustomStringConvertible {
  /// As ISO 8601 has it, in UTC: `2026-12-31T17:00:00Z`.
  public var description: String {
    let seconds = self.seconds
    let (quotient, remainder) = seconds.quotientAndRemainder(dividingBy: 86_400)
    let (days, rest) = remainder < 0 ? (quotient - 1, remainder + 86_400) : (quotient, remainder)
    func padded(_ number: Int64, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    // 64 bits of nanoseconds reach from 1677 to 2262, where every day has a date.
    let date = CalendarDate(dayNumber: Int(days)).map { "\($0)" } ?? "\(days)"
    var text = "\(date)T\(padded(rest / 3600, 2)):\(padded(rest / 60 % 60, 2))"
    text += ":\(padded(rest % 60, 2))"
    let fraction = nanoseconds &- seconds &* 1_000_000_000
    if fraction != 0 {
      var digits = padded(fraction, 9)
      while digits.hasSuffix("0") { digits.removeLast() }
      text += ".\(digits)"
    }
    return text + "Z"
  }
}
