/// A moment of the calendar's time: what the kernel's real-time clock shows, which may be wrong and may jump.
public struct WallTime: Hashable, Comparable, Sendable {
  /// Nanoseconds since 1970-01-01 00:00 UTC, without leap seconds; reaches to the year 2262.
  public var nanoseconds: Int64

  /// Makes a moment from nanoseconds since 1970.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Makes a moment from whole seconds since 1970; saturates.
  public init(seconds: Int64) {
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    nanoseconds = overflow ? (seconds < 0 ? .min : .max) : product
  }

  /// The beginning of 1970.
  public static let epoch = WallTime(nanoseconds: 0)

  /// Whole seconds since 1970, rounded down.
  public var seconds: Int64 {
    let (quotient, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return rest < 0 ? quotient - 1 : quotient
  }

  /// Whether the left one is earlier.
  public static func < (left: WallTime, right: WallTime) -> Bool { left.nanoseconds < right.nanoseconds }

  /// The moment so many nanoseconds later, or earlier where that is negative; saturates.
  public func advanced(by interval: Int64) -> WallTime {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(interval)
    return WallTime(nanoseconds: overflow ? (interval < 0 ? .min : .max) : sum)
  }

  /// Nanoseconds from `earlier` to this moment, negative where it is not earlier; saturates.
  public func nanoseconds(since earlier: WallTime) -> Int64 {
    let (difference, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
    return overflow ? (nanoseconds < 0 ? .min : .max) : difference
  }
}

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

/// Times as people write them: `8s`, `500ms`, `1.5s`, `1m30s`, `2h`, `7d`.
public enum DurationText {
  /// What would be one.
  public static let expected = "a time with its unit, as 8s, 500ms, 1m30s or 2h"

  private static let units: [(name: String, milliseconds: Double)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1),
  ]

  /// Milliseconds, rounded; nil where the text is none.
  ///
  /// Units stand from the largest to the smallest, each once.
  public static func milliseconds(_ text: String) -> Int? {
    var rest = Array(text.utf8)[...]
    var total = 0.0
    var last = -1
    guard !rest.isEmpty, rest.count <= 32 else { return nil }
    while !rest.isEmpty {
      let digits = rest.prefix { $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
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

  /// The shortest way to write it, as `1m30s`; `0s` for none.
  public static func text(_ milliseconds: Int) -> String {
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
