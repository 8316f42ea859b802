import ArgumentParser
import ContentModel
import ControlProtocol
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
  static func moment(_ text: String, on clock: DaemonClock = .local, now: Int64 = Int64(time(nil))) -> WallTime? {
    // Otherwise a time outside these years would become the first or last representable moment.
    guard let moment = read(text, on: clock, now: now), years.contains(moment) else { return nil }
    return moment
  }

  /// Why a text is refused for which `moment` is nil.
  static func refusal(of text: String, now: Int64 = Int64(time(nil))) -> String {
    // A duration may be too long to be read. It would be read with zeros as its digits.
    let form = String(text.map { $0.isASCII && $0.isNumber ? "0" : $0 })
    return read(text, on: .local, now: now) != nil || DurationText.millisecondsWithUnit(form) != nil
      || WallTime.isOutOfRange(text)
      ? "\"\(text)\" is outside of \(WallTime.range)." : "\"\(text)\" is not a time: expected \(expected)."
  }

  static let expectedPast =
    "2026-11-21 (a day), \"2026-11-21 18:00\" (local time), 2026-11-21T18:00+01:00, or 1h (until now)"

  /// The form in which the daemon takes a past moment: a moment with its offset, or a time until now. Nil if the text is neither.
  static func past(_ text: String, on clock: DaemonClock) -> String? {
    if DurationText.milliseconds(text) != nil { return text }
    let moment = WallTime(text) ?? local(CalendarDate(text) == nil ? text : "\(text) 00:00", on: clock)
    return moment.map { clock.text($0) }
  }

  /// The form in which the daemon takes the bound of a list: a day, or a moment with its offset. A text that is no time stays, so that
  /// the daemon refuses it.
  static func moment(inThePast text: String, on clock: DaemonClock) -> String {
    guard CalendarDate(text) == nil, let past = past(text, on: clock) else { return text }
    guard let milliseconds = DurationText.milliseconds(past) else { return past }
    let now = Int64(time(nil))
    return clock.text(WallTime(seconds: max(0, now - Int64(milliseconds) / 1000)))
  }

  /// Whether the moment of the text depends on a time zone.
  static func isLocal(_ text: String) -> Bool { WallTime(text) == nil && DurationText.milliseconds(text) == nil }

  /// From the beginning of 1970 to the end of 2261.
  private static let years = WallTime.epoch...WallTime(seconds: 9_214_646_400).advanced(by: -1)

  private static func read(_ text: String, on clock: DaemonClock, now: Int64) -> WallTime? {
    if let moment = WallTime(text) { return moment }
    if let milliseconds = DurationText.millisecondsWithUnit(text) {
      let (nanoseconds, isTooMany) = Int64(milliseconds).multipliedReportingOverflow(by: 1_000_000)
      return isTooMany ? nil : WallTime(seconds: now).advanced(by: nanoseconds)
    }
    if let time = TimeOfDay(text) {
      let today = (now + Int64(clock.rules.offset(at: now))).dividedDown(by: 86_400)
      let moments = (0...1).map { clock.rules.moment(ofLocal: (today + $0) * 86_400 + Int64(time.seconds)) }
      return moments.first { $0 > now }.map { WallTime(seconds: $0) }
    }
    return local(text, on: clock)
  }

  /// Reads a day and a time without an offset.
  private static func local(_ text: String, on clock: DaemonClock) -> WallTime? {
    WallTime.local(text).map { WallTime(seconds: clock.rules.moment(ofLocal: $0)) }
  }
}

/// The zone and the language in which times are read and printed.
struct DaemonClock {
  /// Nil for the machine's zone.
  let zone: String?
  let rules: ZoneRules
  let names: CalendarNames

  /// The machine's clock.
  static let local = DaemonClock(zone: nil)

  /// The clock of a zone; the machine's if it does not know the zone.
  init(zone: String?, language: String? = nil) {
    self.zone = zone
    rules = (try? ZoneDatabase.rules(of: zone)) ?? (try? ZoneDatabase.rules(of: nil)) ?? .utc
    names = language.flatMap { SystemLanguage($0) }.flatMap { CalendarNames.system($0) } ?? .english
  }

  /// The clock of the daemon's configuration. The machine's if the daemon does not answer, or the user may not ask.
  init(of daemon: ClientOptions) {
    let status = try? daemon.call(StatusCall())
    self.init(zone: status?.zone, language: status?.language)
  }

  /// A moment such as `2026-12-31T18:00:00+01:00`.
  func text(_ moment: WallTime) -> String { moment.text(offset: rules.offset(at: moment.seconds)) }

  /// The same for a moment of a reply.
  func text(ofReply text: String) -> String { WallTime(text).map { self.text($0) } ?? text }
}
