import ArgumentParser
import ContentModel
import DisplayTypes
import Glibc

/// A duration on the command line: `30`, `30s`, `500ms`, `5m`, `1h30m`.
struct DurationArgument: ExpressibleByArgument, CustomStringConvertible {
  /// The duration in seconds. It can be any number, because each command checks its own range.
  let seconds: Double
  let description: String

  init?(argument: String) {
    let isNegative = argument.hasPrefix("-")
    guard let milliseconds = DurationText.milliseconds(isNegative ? String(argument.dropFirst()) : argument) else {
      return nil
    }
    seconds = (isNegative ? -1 : 1) * Double(milliseconds) / 1000
    description = argument
  }

  /// Refuses a value out of bounds with an error that states the bounds. `what` is the beginning of the sentence.
  func check(_ what: String, within range: ClosedRange<Double>) throws {
    guard !range.contains(seconds) else { return }
    func text(_ seconds: Double) -> String { DurationText.text(Int(seconds * 1000)) }
    throw ValidationError(
      "\(what) cannot be \(description): expected \(text(range.lowerBound)) to \(text(range.upperBound)).")
  }
}

/// Moments on the command line: `18:00`, `2026-12-31 18:00`, `2026-12-31T18:00+01:00`, `10m`.
enum MomentArgument {
  static let expected =
    "18:00 (the next time), \"2026-12-31 18:00\" (local time), 2026-12-31T18:00+01:00, or 10m from now, in \(WallTime.range)"

  /// Nil if the text is no time.
  static func moment(_ text: String, now: Int64 = Int64(time(nil))) -> WallTime? {
    // Otherwise a time outside these years would become the first or last representable moment.
    guard let moment = read(text, now: now), years.contains(moment) else { return nil }
    return moment
  }

  /// Why a text is refused for which `moment` is nil.
  static func refusal(of text: String, now: Int64 = Int64(time(nil))) -> String {
    read(text, now: now) != nil || DurationText.milliseconds(text) != nil || WallTime.isOutOfRange(text)
      ? "\"\(text)\" is outside of \(WallTime.range)." : "\"\(text)\" is not a time: expected \(expected)."
  }

  static let expectedPast =
    "2026-11-21 (a day), \"2026-11-21 18:00\" (local time), 2026-11-21T18:00+01:00, or 1h (until now)"

  /// The form in which the daemon takes a past moment: a moment with its offset, or a time until now. Nil if the text is neither.
  static func past(_ text: String) -> String? {
    if DurationText.milliseconds(text) != nil { return text }
    let moment = WallTime(text) ?? onThisClock(CalendarDate(text) == nil ? text : "\(text) 00:00")
    return moment.map { Self.text($0) }
  }

  /// A moment on this machine's clock, such as `2026-12-31T18:00:00+01:00`.
  static func text(_ moment: WallTime) -> String { moment.text(offset: local(moment.seconds).tm_gmtoff) }

  /// The same for a moment of a reply.
  static func text(ofReply text: String) -> String { WallTime(text).map { Self.text($0) } ?? text }

  /// From the beginning of 1970 to the end of 2261.
  private static let years = WallTime.epoch...WallTime(seconds: 9_214_646_400).advanced(by: -1)

  private static func read(_ text: String, now: Int64) -> WallTime? {
    if let moment = WallTime(text) { return moment }
    if let milliseconds = DurationText.millisecondsWithUnit(text) {
      let (nanoseconds, isTooMany) = Int64(milliseconds).multipliedReportingOverflow(by: 1_000_000)
      return isTooMany ? nil : WallTime(seconds: now).advanced(by: nanoseconds)
    }
    if let time = TimeOfDay(text) {
      var day = local(now)
      if seconds(of: time, on: day) <= now { day.tm_mday += 1 }
      return WallTime(seconds: seconds(of: time, on: day))
    }
    return onThisClock(text)
  }

  /// Reads a day and a time without an offset.
  private static func onThisClock(_ text: String) -> WallTime? {
    let halves = text.split(whereSeparator: { $0 == " " || $0 == "T" })
    guard halves.count == 2, let date = CalendarDate(String(halves[0])), let time = TimeOfDay(String(halves[1])) else {
      return nil
    }
    var parts = tm()
    parts.tm_year = Int32(date.year - 1900)
    parts.tm_mon = Int32(date.month - 1)
    parts.tm_mday = Int32(date.day)
    return WallTime(seconds: seconds(of: time, on: parts))
  }

  private static func local(_ now: Int64) -> tm {
    var parts = tm()
    var seconds = time_t(now)
    localtime_r(&seconds, &parts)
    return parts
  }

  /// A time of day on this machine's clock (mktime(3)).
  private static func seconds(of time: TimeOfDay, on day: tm) -> Int64 {
    var day = day
    day.tm_hour = Int32(time.seconds / 3600)
    day.tm_min = Int32(time.seconds / 60 % 60)
    day.tm_sec = Int32(time.seconds % 60)
    day.tm_isdst = -1
    return Int64(mktime(&day))
  }
}
