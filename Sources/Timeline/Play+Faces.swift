internal import DisplayTypes

extension Play {
  /// The time of day.
  func moment(of clock: ClockDescription) -> PlayMoment {
    let format = ClockFormat(clock.format)
    func face(_ text: String) -> PlayLeaf {
      .face(
        ClockFace(
          text: text, template: format.template, foreground: clock.foreground, background: clock.background,
          font: clock.font))
    }
    guard let unit = format.seconds else { return PlayMoment(face(format.template)) }
    guard context.isClockRight else { return PlayMoment(face(format.placeholder)) }
    let seconds = time.seconds
    guard let zone = context.zones[clock.zone], let local = LocalTime(seconds: seconds, in: zone) else {
      let reason = "the rules of the time zone \(clock.zone ?? "of this machine") are not known"
      return PlayMoment(face(format.placeholder), skipped: [reason])
    }
    // Minutes and days begin where local time says so, and anew where clocks are changed.
    let offset = Int64(local.offset)
    let begin = (seconds + offset).dividedDown(by: unit) * unit - offset
    let span = zone.span(around: seconds)
    return PlayMoment(
      face(format.text(of: local)), since: WallTime(seconds: max(begin, span.lowerBound)),
      until: WallTime(seconds: min(begin + unit, span.upperBound)))
  }

  /// The time that is left.
  func moment(of countdown: CountdownDescription) -> PlayMoment {
    func face(_ text: String, template: String) -> PlayLeaf {
      let title = countdown.title.map { $0 + "\n" } ?? ""
      return .face(
        ClockFace(
          text: title + text, template: title + template, foreground: countdown.foreground,
          background: countdown.background, font: countdown.font))
    }
    guard context.isClockRight else { return PlayMoment(face("--:--", template: "00:00")) }
    let left = countdown.end.nanoseconds(since: time)
    guard left > 0 else {
      guard let ended = countdown.ended else {
        return PlayMoment(face("00:00", template: "00:00"), since: countdown.end)
      }
      let last = ClockFace(
        text: ended, template: ended, foreground: countdown.foreground, background: countdown.background,
        font: countdown.font)
      return PlayMoment(.face(last), since: countdown.end)
    }
    // Rounded up, so that 00:00 is reached when it ends, and not a second before.
    let seconds = (left - 1) / 1_000_000_000 + 1
    let (text, template) = Self.remaining(seconds)
    return PlayMoment(
      face(text, template: template), since: countdown.end.advanced(by: -1_000_000_000 * min(seconds, 9_000_000_000)),
      until: countdown.end.advanced(by: -1_000_000_000 * (min(seconds, 9_000_000_000) - 1)))
  }

  /// `2 d 03:04:05`, `03:04:05` or `04:05`, and a text that takes as much room as any of this length.
  private static func remaining(_ seconds: Int64) -> (text: String, template: String) {
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let minutes = "\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    guard seconds >= 3600 else { return (minutes, "00:00") }
    let hours = "\(two(seconds / 3600 % 24)):\(minutes)"
    guard seconds >= 86_400 else { return (hours, "00:00:00") }
    let days = "\(seconds / 86_400)"
    return ("\(days) d \(hours)", String(repeating: "0", count: days.utf8.count) + " d 00:00:00")
  }
}
