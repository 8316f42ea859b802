package import DisplayTypes

/// The time until a moment, as large as possible, such as `2 d 03:04:05`, `03:04:05` or `04:05`.
public struct CountdownDescription: Hashable, Sendable {
  package var end = WallTime.epoch
  package var title: String?
  /// The text after the end; nil for `00:00`.
  package var ended: String?
  /// The colour of the letters; nil for the layout's, otherwise white.
  package var foreground: Color?
  package var background: Color?
  package var font: String?
}

extension CountdownDescription: ContentMapping, StyledContent {
  package static let form = ContentForm(
    kind: .countdown, main: .moment("end"), sample: "{ end: 2026-12-31T18:00+01:00 }",
    example: "18:00 --title 'Doors open'")
  package var content: ContentDescription { .countdown(self) }

  mutating func visit(_ fields: inout ContentFields) {
    fields.field("end", &end, .moment)
    fields.field("title", &title, .caption, help: "the text above the time")
    fields.field("ended", &ended, .caption, help: "the text after the end of the countdown")
    fields.field("foreground", &foreground, .color)
    fields.field("background", &background, .color)
    fields.field("font", &font, .font)
  }

  package func add(to needs: inout ContentNeeds) {
    needs.time = true
    needs.rightClock = true
    needs.texts = true
  }

  package func moment(in query: TimelineQuery, _ turn: TimelineTurn) -> TimelineMoment {
    let heading = title.map { $0 + "\n" } ?? ""
    func face(_ text: String, template: String) -> DueContent {
      .face(
        ClockFace(text: text, template: template, foreground: shownForeground, background: shownBackground, font: font))
    }
    func titled(_ text: String, template: String) -> DueContent { face(heading + text, template: heading + template) }
    guard query.context.isClockRight else { return TimelineMoment(leaf: titled("--:--", template: "00:00")) }
    let left = end.nanoseconds(since: query.time)
    guard left > 0 else {
      let last = ended.map { face($0, template: $0) } ?? titled("00:00", template: "00:00")
      return TimelineMoment(leaf: last, since: end)
    }
    // Round up, so that 00:00 comes at the end, and not a second before.
    let seconds = (left - 1) / 1_000_000_000 + 1
    let (text, template) = Self.remaining(seconds)
    let whole = min(seconds, 9_000_000_000)
    return TimelineMoment(
      leaf: titled(text, template: template), since: end.advanced(by: -1_000_000_000 * whole),
      until: end.advanced(by: -1_000_000_000 * (whole - 1)))
  }

  /// The remaining time, and the text that takes the most room at its length.
  private static func remaining(_ seconds: Int64) -> (text: String, template: String) {
    let minutes = "\((seconds / 60 % 60).padded(2)):\((seconds % 60).padded(2))"
    guard seconds >= 3600 else { return (minutes, "00:00") }
    let hours = "\((seconds / 3600 % 24).padded(2)):\(minutes)"
    guard seconds >= 86_400 else { return (hours, "00:00:00") }
    let days = "\(seconds / 86_400)"
    return ("\(days) d \(hours)", String(repeating: "0", count: days.utf8.count) + " d 00:00:00")
  }
}
