import DisplayTypes
import Testing

@testable import ContentModel

@Suite struct ClockFaceTests {
  private func moment(_ format: String, zone: String? = nil, at time: WallTime, isRight: Bool = true) -> TimelineMoment
  {
    var context = Sample.context
    context.isClockRight = isRight
    return Timeline.moment(of: .clock(ClockDescription(format: format, zone: zone)), at: time, in: context)
  }

  private func face(_ moment: TimelineMoment) -> ClockFace? {
    if case .face(let face) = moment.leaf { face } else { nil }
  }

  @Test(arguments: [
    ("%H:%M", "08:05"), ("%T", "08:05:09"), ("%I:%M %p", "08:05 AM"), ("%-I.%M %P", "8.05 am"), ("%k:%M", " 8:05"),
    ("%A, %-d %B %Y", "Saturday, 21 November 2026"), ("%a %e %b", "Sat 21 Nov"), ("%F", "2026-11-21"),
    ("%D", "11/21/26"),
    ("%j", "325"), ("%G-W%V-%u", "2026-W47-6"), ("%w", "6"), ("%s", "1795248309"), ("%z", "+0000"),
    ("100%% %n%t.", "100% \n\t."),
    ("déjà %R", "déjà 08:05"), ("%r", "08:05:09 AM"), ("", ""), ("%", "%"), ("%Q", "%Q"), ("%-", "%-"),
  ])
  func writesAsStrftimeDoes(format: String, text: String) {
    let moment = moment(format, at: Sample.utc("2026-11-21", "08:05:09"))
    #expect(face(moment)?.text == text)
  }

  @Test(
    arguments: [("%H:%M", nil), ("%Q %E", "%Q"), ("%-y", nil), ("%-Q", "%-Q"), ("50%", "%")] as [(String, String?)])
  func reportsTheFirstUnknownConversion(format: String, unknown: String?) {
    #expect(ClockFormat(format).unknownConversion == unknown)
  }

  @Test(arguments: [
    ("2026-01-01", "2026-W01"), ("2027-01-01", "2026-W53"), ("2024-12-30", "2025-W01"), ("2021-01-03", "2020-W53"),
  ])
  func weeksBelongToTheYearOfTheirThursday(day: String, week: String) {
    #expect(face(moment("%G-W%V", at: Sample.utc(day, "12:00")))?.text == week)
  }

  @Test(arguments: [
    ("%H", "00"), ("%I", "12"),
  ])
  func midnightIsTwelveForClocksOfTwelveHours(format: String, text: String) {
    #expect(face(moment(format, at: Sample.utc("2026-11-21")))?.text == text)
  }

  @Test(arguments: [
    ("%S", "08:05:09", "08:05:10"), ("%M", "08:05", "08:06"), ("%H", "08:00", "09:00"), ("%A", "00:00", "24:00"),
    ("%p %d", "08:00", "09:00"),
  ])
  func ticksWithTheSmallestThingThatItShows(format: String, since: String, until: String) {
    let day = Sample.utc("2026-11-21")
    let found = moment(format, at: Sample.utc("2026-11-21", "08:05:09").advanced(by: 500))
    #expect(found.since == Sample.utc("2026-11-21", since))
    #expect(found.until == (until == "24:00" ? day.advanced(by: 86_400_000_000_000) : Sample.utc("2026-11-21", until)))
  }

  @Test func aTextWithoutTimeNeverTicks() {
    #expect(moment("open", at: .epoch).until == nil)
  }

  @Test func ticksWhereItsClocksAreChanged() {
    let found = moment("%H", zone: "Odd", at: Sample.utc("2026-04-04", "14:10"))
    #expect(face(found)?.text == "03")
    #expect(found.until == Sample.utc("2026-04-04", "14:30"))
    #expect(face(moment("%H:%M %z", zone: "Odd", at: Sample.utc("2026-04-04", "14:30")))?.text == "03:00 +1230")
  }

  @Test func noTextIsLongerThanItsTemplate() {
    for day in 0..<400 as Range<Int64> {
      for format in ["%A %B", "%a %b %d", "%p", "%j %V", "%z", "%e %-d %l"] {
        guard let face = face(moment(format, zone: "Odd", at: WallTime(seconds: 1_770_000_000 + day * 90_061))) else {
          continue
        }
        #expect(face.text.count <= face.template.count, "\(face)")
      }
    }
  }

  @Test func aClockThatIsNotSetShowsNoTime() {
    let found = moment("%A, %H:%M", at: .epoch, isRight: false)
    #expect(face(found)?.text == "--, --:--")
    #expect(found.until == nil)
    #expect(face(moment("%H:%M", zone: "Mars/Olympus", at: .epoch))?.text == "--:--")
  }

  private func countdown(_ left: Int64, title: String? = nil, ended: String? = nil) -> TimelineMoment {
    let end = Sample.utc("2026-12-31", "23:00")
    let countdown = CountdownDescription(end: end, title: title, ended: ended)
    return Timeline.moment(of: .countdown(countdown), at: end.advanced(by: -left), in: Sample.context)
  }

  @Test(arguments: [
    (270_000, "3 d 03:00:00", "0 d 00:00:00"), (86_400, "1 d 00:00:00", "0 d 00:00:00"),
    (86_399, "23:59:59", "00:00:00"),
    (3600, "01:00:00", "00:00:00"), (3599, "59:59", "00:00"), (1, "00:01", "00:00"), (0, "00:00", "00:00"),
  ])
  func aCountdownWritesTheRemainingTime(seconds: Int, text: String, template: String) {
    let found = countdown(Int64(seconds) * 1_000_000_000)
    #expect(face(found)?.text == text)
    #expect(face(found)?.template == template)
  }

  @Test func aCountdownReachesItsEndWithItsLastTick() {
    let found = countdown(9_300_000_000)
    #expect(face(found)?.text == "00:10")
    #expect(found.until == Sample.utc("2026-12-31", "22:59:51"))
    #expect(face(countdown(1))?.text == "00:01")
    #expect(countdown(-5).until == nil)
  }

  @Test func aCountdownHasATitleAndALastWord() {
    #expect(face(countdown(5_000_000_000, title: "Doors open in"))?.text == "Doors open in\n00:05")
    #expect(face(countdown(0, title: "Doors open in", ended: "Welcome"))?.text == "Welcome")
  }
}
