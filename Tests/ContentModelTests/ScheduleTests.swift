import DisplayTypes
import TestKit
import Testing

@testable import ContentModel

@Suite struct ScheduleTests {
  private func entry(
    _ name: String, _ from: String = "00:00", _ to: String = "00:00", priority: Int = 0, isAlarm: Bool = false,
    first: String? = nil, last: String? = nil, on weekdays: Set<Weekday> = []
  ) -> ScheduleEntry {
    ScheduleEntry(
      action: .show(Sample.image(name)), name: name, priority: priority, isAlarm: isAlarm,
      firstDay: first.flatMap { CalendarDate($0) },
      lastDay: last.flatMap { CalendarDate($0) }, weekdays: weekdays, from: Sample.time(from), to: Sample.time(to))
  }

  private func schedule(_ entries: [ScheduleEntry], zone: String? = nil) -> ContentDescription {
    .schedule(ScheduleDescription(zone: zone, entries: entries, fallback: Sample.image("rest")))
  }

  private func shown(_ content: ContentDescription, _ day: String, _ time: String) -> String {
    Sample.shown(Timeline.moment(of: content, at: Sample.utc(day, time), in: Sample.context))
  }

  @Test func anEntryCountsFromItsBeginToItsEnd() {
    let content = schedule([entry("lunch", "11:30", "14:00")])
    #expect(
      ["11:29:59", "11:30", "13:59:59", "14:00"].map { shown(content, "2026-11-21", $0) } == [
        "rest", "lunch", "lunch", "rest",
      ])
    let moment = Timeline.moment(of: content, at: Sample.utc("2026-11-21", "12:00"), in: Sample.context)
    #expect(moment.item == "lunch")
    #expect(moment.since == Sample.utc("2026-11-21", "11:30"))
    #expect(moment.until == Sample.utc("2026-11-21", "14:00"))
    let rest = Timeline.moment(of: content, at: Sample.utc("2026-11-21", "15:00"), in: Sample.context)
    #expect(rest.item == "fallback")
    #expect(rest.since == Sample.utc("2026-11-21", "14:00"))
    #expect(rest.until == Sample.utc("2026-11-22", "11:30"))
  }

  @Test func overMidnightItBelongsToTheDayOnWhichItBegins() {
    // 2026-11-20 is a Friday.
    let content = schedule([entry("party", "22:00", "02:00", on: [.friday])])
    #expect(shown(content, "2026-11-20", "01:00") == "rest")
    #expect(shown(content, "2026-11-20", "23:00") == "party")
    #expect(shown(content, "2026-11-21", "01:59:59") == "party")
    #expect(shown(content, "2026-11-21", "02:00") == "rest")
    #expect(shown(content, "2026-11-21", "23:00") == "rest")
  }

  @Test func datesBoundIt() {
    let content = schedule([entry("fair", "09:00", "17:00", first: "2026-11-21", last: "2026-11-22")])
    #expect(
      ["2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23"].map { shown(content, $0, "10:00") } == [
        "rest", "fair", "fair", "rest",
      ])
    let before = Timeline.moment(of: content, at: Sample.utc("2025-01-01"), in: Sample.context)
    #expect(before.since == nil)
    #expect(before.until == Sample.utc("2026-11-21", "09:00"))
    let after = Timeline.moment(of: content, at: Sample.utc("2027-06-01"), in: Sample.context)
    #expect(after.since == Sample.utc("2026-11-22", "17:00"))
    #expect(after.until == nil)
  }

  @Test func theHighestPriorityIsShownAndAnAlarmBeforeAll() {
    let content = schedule([
      entry("day", priority: 1), entry("lunch", "11:00", "14:00", priority: 2),
      entry("fire", "12:00", "12:05", priority: -5, isAlarm: true),
    ])
    #expect(
      ["10:00", "11:00", "12:00", "12:05", "14:00"].map { shown(content, "2026-11-21", $0) } == [
        "day", "lunch", "fire", "lunch", "day",
      ])
    let lunch = Timeline.moment(of: content, at: Sample.utc("2026-11-21", "13:00"), in: Sample.context)
    #expect(lunch.since == Sample.utc("2026-11-21", "12:05"))
    #expect(lunch.turn == Sample.utc("2026-11-21", "11:00"))
  }

  @Test func lowerEntriesCauseNoWakeups() {
    let content = schedule(
      [entry("day", priority: 1)] + (0..<24).map { entry("\($0)", $0 < 10 ? "0\($0):30" : "\($0):30", "23:59") })
    let moment = Timeline.moment(of: content, at: Sample.utc("2026-11-21", "13:00"), in: Sample.context)
    #expect(moment.until == Sample.utc("2026-11-22"))
  }

  @Test func theScreensPowerIsItsToo() {
    let off = ScheduleEntry(action: .powerOff, name: "night", from: Sample.time("22:00"), to: Sample.time("06:00"))
    let content = schedule([off])
    let moment = Timeline.moment(of: content, at: Sample.utc("2026-11-21", "23:00"), in: Sample.context)
    #expect(moment.leaf == .powerOff)
    #expect(moment.item == "night")
    #expect(moment.until == Sample.utc("2026-11-22", "06:00"))
  }

  @Test("kept on until a time it shows the rest until then, and the entry that switches the power off from then on")
  func keptOn() {
    let off = ScheduleEntry(
      action: .powerOff, name: "night", priority: 1, from: Sample.time("22:00"), to: Sample.time("06:00"))
    let change = Sample.utc("2026-11-22", "02:00")
    let content = schedule([entry("open", "00:00", "00:00"), off]).kept(onUntil: change)
    func moment(_ day: String, _ time: String) -> TimelineMoment {
      Timeline.moment(of: content, at: Sample.utc(day, time), in: Sample.context)
    }
    #expect(moment("2026-11-21", "23:00").item == "open")
    #expect(moment("2026-11-22", "01:59:59").item == "open")
    #expect(moment("2026-11-22", "01:00").until == change)
    #expect(moment("2026-11-22", "02:00").leaf == .powerOff)
    #expect(moment("2026-11-22", "02:00").since == change)
    #expect(moment("2026-11-22", "02:00").until == Sample.utc("2026-11-22", "06:00"))
    #expect(moment("2026-11-22", "22:00").leaf == .powerOff)
    #expect(moment("2026-11-22", "22:00").since == Sample.utc("2026-11-22", "22:00"))
  }

  @Test func timesAreThoseOfItsZone() {
    let content = schedule([entry("open", "09:00", "17:00")], zone: "Europe/Berlin")
    #expect(
      ["07:59:59", "08:00", "15:59:59", "16:00"].map { shown(content, "2026-11-21", $0) } == [
        "rest", "open", "open", "rest",
      ])
    #expect(
      ["06:59:59", "07:00", "14:59:59", "15:00"].map { shown(content, "2026-07-21", $0) } == [
        "rest", "open", "open", "rest",
      ])
  }

  /// In Berlin clocks go from 02:00 to 03:00 on 2026-03-29.
  @Test func timesThatClocksSkipAreTheMomentOfTheSkip() {
    let meeting = schedule([entry("a", "01:00", "02:30"), entry("b", "02:30", "04:00")], zone: "Europe/Berlin")
    #expect(
      ["00:59:59", "01:00", "01:59:59", "02:00"].map { shown(meeting, "2026-03-29", $0) } == ["a", "b", "b", "rest"])
    let skipped = schedule([entry("gone", "02:10", "02:50")], zone: "Europe/Berlin")
    #expect(["00:30", "01:00", "01:30"].map { shown(skipped, "2026-03-29", $0) } == ["rest", "rest", "rest"])
    let moment = Timeline.moment(of: skipped, at: Sample.utc("2026-03-28", "12:00"), in: Sample.context)
    #expect(moment.until == Sample.utc("2026-03-30", "00:10"))
  }

  /// In Berlin clocks go from 03:00 back to 02:00 on 2026-10-25.
  @Test func ofTimesThatClocksShowTwiceTheFirstCounts() {
    let meeting = schedule([entry("a", "01:00", "02:30"), entry("b", "02:30", "04:00")], zone: "Europe/Berlin")
    #expect(
      ["00:29:59", "00:30", "01:30", "02:59:59", "03:00"].map { shown(meeting, "2026-10-25", $0) } == [
        "a", "b", "b", "b", "rest",
      ])
    let bell = schedule([entry("bell", "02:15", "02:20")], zone: "Europe/Berlin")
    #expect(["00:15", "00:20", "01:15"].map { shown(bell, "2026-10-25", $0) } == ["bell", "rest", "rest"])
  }

  @Test func aDayThatAZoneLeavesOutIsNone() {
    // 2026-03-27 ends for that zone at 23:00, and the 28th does not begin before the 29th is two hours old.
    let content = schedule([entry("day", "00:00", "12:00", first: "2026-03-27", last: "2026-03-27")], zone: "Odd")
    #expect(shown(content, "2026-03-27", "12:00") == "rest")
  }

  @Test func untilTheClockIsRightTheFallbackIsShown() {
    var context = Sample.context
    context.isClockRight = false
    let moment = Timeline.moment(of: schedule([entry("day")]), at: Sample.utc("2026-11-21"), in: context)
    #expect(Sample.shown(moment) == "rest")
    #expect(moment.until == nil)
  }

  @Test func withoutItsZoneTheFallbackIsShownWithTheReason() {
    let moment = Timeline.moment(of: schedule([entry("day")], zone: "Mars/Olympus"), at: .epoch, in: Sample.context)
    #expect(Sample.shown(moment) == "rest")
    #expect(moment.skipped == ["the rules of the time zone Mars/Olympus are not known"])
  }

  @Test func anImpossibleEntryYieldsToTheNextPriority() {
    var context = Sample.context
    context.troubles = ["/media/lunch": "no lunch"]
    let content = schedule([entry("day"), entry("lunch", "11:00", "14:00", priority: 2)])
    let moment = Timeline.moment(of: content, at: Sample.utc("2026-11-21", "12:00"), in: context)
    #expect(Sample.shown(moment) == "day")
    #expect(moment.skipped == ["no lunch"])
    #expect(moment.until == Sample.utc("2026-11-21", "14:00"))
  }

  @Test func aPlaylistBeginsWithItsEntryAndGoesOnAfterAnAlarm() {
    let playlist = PlaylistDescription(items: [Sample.item("a", 40_000), Sample.item("b", 60_000)])
    let content = schedule([
      ScheduleEntry(
        action: .show(.playlist(playlist)), name: "list", from: Sample.time("08:00:30"), to: Sample.time("09:00")),
      entry("fire", "08:01", "08:01:15", isAlarm: true),
    ])
    let times = ["08:00:30", "08:01:09", "08:01:15", "08:02:09", "08:02:10"]
    #expect(times.map { shown(content, "2026-11-21", $0) } == ["a", "fire", "b", "b", "a"])
    let moment = Timeline.moment(of: content, at: Sample.utc("2026-11-21", "08:01:20"), in: Sample.context)
    #expect(moment.item == "list/b")
    #expect(moment.turn == Sample.utc("2026-11-21", "08:01:10"))
    #expect(moment.since == Sample.utc("2026-11-21", "08:01:15"))
  }

  @Test func aPlaylistOfWholeDaysGoesOnOverMidnight() {
    let playlist = PlaylistDescription(items: [Sample.item("a", 70_000), Sample.item("b", 70_000)])
    let content = schedule([ScheduleEntry(action: .show(.playlist(playlist)))])
    let alone = ContentDescription.playlist(playlist)
    for seconds in stride(from: Int64(-200), to: 200, by: 7) {
      let time = Sample.utc("2026-11-21").advanced(by: seconds * 1_000_000_000)
      let both = [content, alone].map { Sample.shown(Timeline.moment(of: $0, at: time, in: Sample.context)) }
      #expect(both[0] == both[1])
    }
  }

  /// Another reading of the same rules, by the fields of a calendar in UTC.
  @Test func anIndependentCalendarAgrees() {
    var random = SeededGenerator(exactly: 4)
    for _ in 0..<3000 {
      let from = Int.random(in: 0..<24, using: &random) * 3600
      let to = Int.random(in: 0..<24, using: &random) * 3600
      let days = Set(Weekday.allCases.filter { _ in random.chance(40) })
      guard let begin = TimeOfDay(seconds: from), let end = TimeOfDay(seconds: to) else { continue }
      let content = schedule([ScheduleEntry(action: .powerOff, weekdays: days, from: begin, to: end)])
      let seconds = Int64.random(in: 1_700_000_000..<1_900_000_000, using: &random)
      // 1970-01-01 was a Thursday; Monday is 1.
      let weekday = (Int(seconds / 86_400) + 3) % 7 + 1
      let clock = Int(seconds % 86_400)
      func counts(_ day: Int) -> Bool { days.isEmpty || days.contains { $0.rawValue == day } }
      let expected =
        to > from
        ? counts(weekday) && (from..<to).contains(clock)
        : (counts(weekday) && clock >= from) || (counts((weekday + 5) % 7 + 1) && clock < to)
      let moment = Timeline.moment(of: content, at: WallTime(seconds: seconds), in: Sample.context)
      #expect((moment.leaf == .powerOff) == expected, "\(from) \(to) \(days) \(seconds)")
    }
  }
}
