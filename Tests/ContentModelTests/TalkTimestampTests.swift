import DisplayTypes
import Testing

@testable import ContentModel

@Suite struct TalkTimestampTests {
  private func moment(boot: String?, seconds: UInt64, wall: Int64) -> TalkTimestamp {
    TalkTimestamp(monotonic: .zero, boot: boot, bootNanoseconds: seconds * 1_000_000_000, wallSeconds: wall)
  }

  @Test func withinOneStartOfTheMachineItsOwnClockCounts() {
    let kept = moment(boot: "a", seconds: 100, wall: 1_000_000)
    #expect(moment(boot: "a", seconds: 130, wall: 5).milliseconds(sinceKept: kept) == 30_000)
    #expect(moment(boot: "a", seconds: 90, wall: 2_000_000).milliseconds(sinceKept: kept) == 0)
  }

  @Test func beyondThatTheTimeOfDayCountsAsFarAsItCanBeRight() {
    let kept = moment(boot: "a", seconds: 100, wall: 1_000_000)
    #expect(moment(boot: "b", seconds: 5, wall: 1_000_040).milliseconds(sinceKept: kept) == 40_000)
    #expect(moment(boot: nil, seconds: 5, wall: 1_000_040).milliseconds(sinceKept: kept) == 40_000)
    #expect(moment(boot: "b", seconds: 5, wall: 10).milliseconds(sinceKept: kept) == 0)
    #expect(moment(boot: "b", seconds: 5, wall: 9_000_000).milliseconds(sinceKept: kept) == 0)
    #expect(
      moment(boot: "b", seconds: 5, wall: .max).milliseconds(sinceKept: moment(boot: "a", seconds: 0, wall: -9)) == 0)
  }

  @Test func noStopwatchCountsBelowZeroOrForEver() {
    let running = TalkStopwatch(passedMilliseconds: -5, start: MonotonicTime(nanoseconds: 10), wasUsed: true)
    #expect(running.milliseconds(at: .zero) == 0)
    #expect(running.milliseconds(at: MonotonicTime(nanoseconds: .max)) == TalkStopwatch.longestMilliseconds)
    let kept = TalkStopwatch(passedMilliseconds: .max, start: nil, wasUsed: false)
    #expect(kept.milliseconds(at: .zero) == TalkStopwatch.longestMilliseconds)
  }
}
