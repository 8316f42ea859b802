/// A moment on the kernel's real-time clock, which may be wrong and may jump.
public struct WallTime: Hashable, Comparable, Sendable {
  /// Nanoseconds since 1970-01-01 00:00 UTC, without leap seconds; the range ends in the year 2262.
  package var nanoseconds: Int64

  package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// Makes a moment; saturates.
  package init(seconds: Int64) {
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    nanoseconds = overflow ? (seconds < 0 ? .min : .max) : product
  }

  package static let epoch = WallTime(nanoseconds: 0)

  /// Seconds since 1970-01-01, rounded down.
  package var seconds: Int64 { nanoseconds.dividedDown(by: 1_000_000_000) }

  /// Whether the left moment is earlier.
  public static func < (left: WallTime, right: WallTime) -> Bool { left.nanoseconds < right.nanoseconds }

  /// The moment `interval` nanoseconds later, or earlier for a negative interval; saturates.
  package func advanced(by interval: Int64) -> WallTime {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(interval)
    return WallTime(nanoseconds: overflow ? (interval < 0 ? .min : .max) : sum)
  }

  /// The nanoseconds since `earlier`, negative if that is later; saturates.
  package func nanoseconds(since earlier: WallTime) -> Int64 {
    let (difference, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
    return overflow ? (nanoseconds < 0 ? .min : .max) : difference
  }
}

extension WallTime {
  /// The expected form of a moment, for messages.
  package static let expected = "a moment with its offset from UTC, as 2026-12-31T18:00+01:00 or 2026-12-31T17:00:00Z"

  /// The expected form of a moment where a local time has a meaning.
  package static let expectedLocal =
    "a local time as 2026-12-31 18:00, or a moment with its offset from UTC, as 2026-12-31T18:00+01:00"

  /// Reads a day and a time without an offset, such as `2026-12-31 18:00`; returns the seconds since 1970-01-01 00:00 on local clocks.
  package static func local(_ text: String) -> Int64? {
    let halves = text.split(whereSeparator: { $0 == " " || $0 == "T" })
    guard halves.count == 2, let date = CalendarDate(String(halves[0])), let time = TimeOfDay(String(halves[1])) else {
      return nil
    }
    // 24:00 is midnight after the day.
    let days = date.dayNumber + (halves[1].hasPrefix("24") ? 1 : 0)
    return Int64(days) * 86_400 + Int64(time.seconds)
  }

  /// Reads a moment in ISO 8601: a day, `T` or a blank, a time with up to nine decimals, and `Z` or an offset such as `+01:00`.
  package init?(_ text: String) {
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
      // An offset has two digits for its hours, as ISO 8601 demands.
      guard digits.utf8.dropFirst().first?.isDigit == true,
        let ahead = TimeOfDay(String(digits.utf8.count == 2 ? digits + ":00" : digits))
      else { return nil }
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
    // 24:00 is midnight after the day.
    let days = date.dayNumber + (clock.hasPrefix("24") ? 1 : 0)
    let seconds = Int64(days) * 86_400 + Int64(time.seconds - offset)
    let moment = WallTime(seconds: seconds)
    guard moment.seconds == seconds else { return nil }
    self = moment.advanced(by: nanoseconds)
  }
}

extension WallTime {
  /// The years that messages name for `isOutOfRange`.
  package static let range = "the years 1970 to 2261"

  /// Whether the text is a moment in a year that no value can have.
  package static func isOutOfRange(_ text: String) -> Bool {
    Int(text.prefix(4)) != nil && WallTime(text) == nil && WallTime("2000" + text.dropFirst(4)) != nil
  }
}

extension WallTime: CustomStringConvertible {
  /// The moment in ISO 8601 and UTC, such as `2026-12-31T17:00:00Z`.
  public var description: String {
    let seconds = self.seconds
    let days = seconds.dividedDown(by: 86_400)
    let rest = seconds - days * 86_400
    // 64 bits of nanoseconds reach from 1677 to 2262, and each day in that range has a date.
    let date = CalendarDate(dayNumber: Int(days)).map { "\($0)" } ?? "\(days)"
    var text = "\(date)T\((rest / 3600).padded(2)):\((rest / 60 % 60).padded(2)):\((rest % 60).padded(2))"
    let fraction = nanoseconds &- seconds &* 1_000_000_000
    if fraction != 0 {
      var digits = fraction.padded(9)
      while digits.hasSuffix("0") { digits.removeLast() }
      text += ".\(digits)"
    }
    return text + "Z"
  }

  /// The moment in ISO 8601 on clocks that are so many seconds ahead of UTC, such as `2026-12-31T18:00:00+01:00`.
  package func text(offset: Int) -> String {
    let minutes = offset / 60
    let distance = "\((abs(minutes) / 60).padded(2)):\((abs(minutes) % 60).padded(2))"
    return "\(advanced(by: Int64(minutes) * 60_000_000_000))".dropLast() + (minutes < 0 ? "-" : "+") + distance
  }
}

/// Durations in the form that people write, in the configuration and on the command line: `8s`, `500ms`, `1.5s`, `1m30s`, `2h`, `7d`, or a
/// number of seconds.
package enum DurationText {
  /// The expected form of a duration, for messages.
  package static let expected = "a time, as 8s, 500ms, 1m30s, 2h or a number of seconds"

  private static let units: [(name: String, milliseconds: Double)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1),
  ]

  /// Reads units from the largest to the smallest, each once, as rounded milliseconds; nil for other texts. A number without a unit is in
  /// seconds.
  package static func milliseconds(_ text: String) -> Int? {
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { $0 == UInt8(ascii: ".") || $0.isDigit }
    return millisecondsWithUnit(isNumber ? "\(text)s" : text)
  }

  /// The same without numbers of seconds, for places in which a number can mean something else.
  package static func millisecondsWithUnit(_ text: String) -> Int? {
    // `.5s` is `0.5s`.
    let hasNoWholePart = text.hasPrefix(".") && text.utf8.dropFirst().first?.isDigit == true
    var rest = Array((hasNoWholePart ? "0\(text)" : text).utf8)[...]
    var total = 0.0
    var last = -1
    guard !rest.isEmpty, rest.count <= 32 else { return nil }
    while !rest.isEmpty {
      let digits = rest.prefix { $0 == UInt8(ascii: ".") || $0.isDigit }
      rest = rest.dropFirst(digits.count)
      let letters = rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
      rest = rest.dropFirst(letters.count)
      let name = String(decoding: letters, as: UTF8.self)
      guard let number = Double(String(decoding: digits, as: UTF8.self)), digits.first != UInt8(ascii: "."),
        let index = units.firstIndex(where: { $0.name == name }), index > last
      else { return nil }
      total += number * units[index].milliseconds
      last = index
    }
    return total <= 1e15 ? Int(total.rounded()) : nil
  }

  /// The shortest form, such as `1m30s`; `0s` for zero.
  package static func text(_ milliseconds: Int) -> String {
    var rest = max(0, milliseconds)
    var text = ""
    for unit in units {
      let (count, left) = rest.quotientAndRemainder(dividingBy: Int(unit.milliseconds))
      if count > 0 { text += "\(count)\(unit.name)" }
      rest = left
    }
    return text.isEmpty ? "0s" : text
  }
}
