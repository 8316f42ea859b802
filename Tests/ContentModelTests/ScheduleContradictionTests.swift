import DisplayTypes
import Testing

@testable import ContentModel

@Suite struct ScheduleContradictionTests {
  private func entry(
    _ name: String, _ from: String, _ to: String, first: String? = nil, last: String? = nil,
    on weekdays: Set<Weekday> = [],
    priority: Int = 0
  ) -> ScheduleEntry {
    ScheduleEntry(
      action: .show(Sample.image(name)), priority: priority, firstDay: first.flatMap { CalendarDate($0) },
      lastDay: last.flatMap { CalendarDate($0) }, weekdays: weekdays, from: Sample.time(from), to: Sample.time(to))
  }

  private func contradictions(_ entries: [ScheduleEntry]) -> [ScheduleContradiction] {
    ScheduleDescription(entries: entries).contradictions()
  }

  @Test func adjacentAndSeparateEntriesAreFine() {
    #expect(contradictions([entry("a", "08:00", "12:00"), entry("b", "12:00", "18:00")]).isEmpty)
    #expect(contradictions([entry("a", "08:00", "12:00"), entry("b", "10:00", "18:00", priority: 1)]).isEmpty)
    #expect(
      contradictions([entry("a", "08:00", "12:00", on: [.monday]), entry("b", "08:00", "12:00", on: [.tuesday])])
        .isEmpty)
    #expect(contradictions([entry("a", "08:00", "12:00"), entry("a", "10:00", "13:00")]).isEmpty)
  }

  @Test func twoAtTheSameTimeAreReportedWithTheFirstTime() {
    let found = contradictions([
      entry("a", "08:00", "12:00", first: "2026-11-21"), entry("b", "11:00", "13:00", on: [.monday]),
    ])
    #expect(
      found == [
        .overlap(first: 0, second: 1, day: CalendarDate("2026-11-23"), weekday: .monday, time: Sample.time("11:00"))
      ])
  }

  @Test func overMidnightIntoTheNextDay() {
    let found = contradictions([
      entry("a", "22:00", "02:00", on: [.sunday]), entry("b", "01:00", "03:00", on: [.monday]),
    ])
    #expect(found == [.overlap(first: 0, second: 1, day: nil, weekday: .monday, time: Sample.time("01:00"))])
    #expect(
      contradictions([entry("a", "22:00", "02:00", on: [.sunday]), entry("b", "01:00", "03:00", on: [.sunday])]).isEmpty
    )
  }

  @Test func datesThatDoNotMeetAreFine() {
    let old = entry("a", "08:00", "12:00", last: "2026-11-21")
    #expect(contradictions([old, entry("b", "08:00", "12:00", first: "2026-11-22")]).isEmpty)
    #expect(!contradictions([old, entry("b", "08:00", "12:00", first: "2026-11-21")]).isEmpty)
    let night = entry("a", "22:00", "06:00", last: "2026-11-21")
    #expect(!contradictions([night, entry("b", "05:00", "12:00", first: "2026-11-22")]).isEmpty)
  }

  @Test func entriesThatNeverCountAreReported() {
    #expect(
      contradictions([entry("a", "08:00", "12:00", first: "2026-11-22", last: "2026-11-21")]) == [.never(entry: 0)])
    #expect(
      contradictions([entry("a", "08:00", "12:00", first: "2026-11-21", last: "2026-11-22", on: [.monday])]) == [
        .never(entry: 0)
      ])
  }

  @Test func thousandsAreReportedAsTen() {
    let entries = (0..<ScheduleDescription.mostEntries).map { entry("\($0)", "08:00", "12:00") }
    #expect(contradictions(entries).count == 10)
  }

  /// If no contradiction is reported, entries of one priority never count together. A reported contradiction happens at its time.
  @Test func itAgreesWithTheTimeline() throws {
    var told = 0
    for seed in 0..<300 {
      var make = RandomContent(seed: UInt64(seed))
      var entries = make.schedule(depth: 0).entries.prefix(2).map { $0 }
      guard entries.count == 2 else { continue }
      for index in entries.indices {
        entries[index].action = .show(Sample.image("\(index)"))
        entries[index].priority = 0
        entries[index].isAlarm = false
      }
      guard entries.allSatisfy({ contradictions([$0]).isEmpty }) else { continue }
      func count(_ index: Int, at time: WallTime) -> Bool {
        let alone = ScheduleDescription(entries: [entries[index]], fallback: Sample.image("rest"))
        return Sample.shown(Timeline.moment(of: .schedule(alone), at: time, in: Sample.context)) == "\(index)"
      }
      let found = contradictions(entries)
      if case .overlap(_, _, let day, let weekday, let time)? = found.first {
        told += 1
        // Without a date, any week without a bound: after the week of 1970-01-05 these samples have only last days.
        let date = try #require(day ?? CalendarDate(dayNumber: 4 + weekday.rawValue - 1))
        let moment = Sample.utc("\(date)", "\(time)")
        #expect(count(0, at: moment) && count(1, at: moment), "seed \(seed): \(entries)")
      } else {
        for quarter in Int64(0)..<760 {
          let moment = Sample.utc("2026-03-15").advanced(by: quarter * 3600_000_000_000)
          #expect(!(count(0, at: moment) && count(1, at: moment)), "seed \(seed): \(entries)")
        }
      }
    }
    #expect(told > 20)
  }
}
