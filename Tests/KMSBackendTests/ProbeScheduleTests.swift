import DisplayTypes
import KernelModeSetting
import Testing

@testable import KMSBackend

@Suite struct ProbeScheduleTests {
  private let start = MonotonicTime(nanoseconds: 10_000_000_000)
  private let one = ConnectorID(rawValue: 1)
  private let two = ConnectorID(rawValue: 2)

  private func later(_ milliseconds: UInt64) -> MonotonicTime {
    start.advanced(by: milliseconds * 1_000_000)
  }

  @Test func theFirstEventIsFollowedAtOnce() {
    var schedule = ProbeSchedule()
    #expect(schedule.next(at: start) == .nothing)
    schedule.request(nil)
    #expect(schedule.next(at: start) == .probe(nil))
  }

  @Test func aStormBecomesOneMoreLook() {
    var schedule = ProbeSchedule()
    schedule.request(nil)
    _ = schedule.next(at: start)
    for _ in 0..<100 { schedule.request(nil) }
    #expect(schedule.next(at: later(10)) == .nothing, "a look is under way")
    schedule.ended()
    #expect(schedule.next(at: later(20)) == .wait(later(50)))
    #expect(schedule.next(at: later(50)) == .probe(nil))
    schedule.ended()
    #expect(schedule.next(at: later(200)) == .nothing)
  }

  @Test func aFullLookSwallowsNarrowOnes() {
    var schedule = ProbeSchedule()
    schedule.request([one])
    schedule.request([two, one])
    #expect(schedule.next(at: start) == .probe([one, two]))
    schedule.request([one])
    schedule.request(nil)
    schedule.request([two])
    schedule.ended()
    #expect(schedule.next(at: later(60)) == .probe(nil))
  }

  @Test func failedLooksAreRepeatedMoreAndMoreSeldom() {
    var schedule = ProbeSchedule()
    schedule.request([one])
    var now = start
    var gaps: [UInt64] = []
    for _ in 0..<16 {
      if case .wait(let time) = schedule.next(at: now) {
        gaps.append(time.nanoseconds(since: now) / 1_000_000)
        now = time
        #expect(schedule.next(at: now) == .probe(nil))
      }
      schedule.ended(failed: true)
    }
    #expect(gaps.prefix(3) == [150, 250, 450] && gaps.last == 30_050)
    schedule.ended()
    schedule.request(nil)
    now = now.advanced(by: 60_000_000_000)
    #expect(schedule.next(at: now) == .probe(nil))
  }
}
