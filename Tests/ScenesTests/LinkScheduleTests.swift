import DisplayTypes
import Testing

@testable import Scenes

@Suite("LinkSchedule")
struct LinkScheduleTests {
  private func schedule(_ range: ClosedRange<Double>? = nil, interval: UInt64 = 10_000_000) -> LinkSchedule {
    LinkSchedule(RefreshGrid(anchor: MonotonicTime(nanoseconds: 1_000_000_000), interval: interval), hertz: range)
  }

  private func time(_ milliseconds: UInt64) -> MonotonicTime { MonotonicTime(nanoseconds: milliseconds * 1_000_000) }

  @Test("callbacks follow the screen's refreshes, and each gets its own time and the next")
  func everyRefresh() {
    #expect(schedule().next(after: time(1000)) == time(1010))
    #expect(schedule().next(after: time(1009)) == time(1010))
    #expect(schedule().next(after: time(900)) == time(1000))
    #expect(schedule().frame(at: time(1010)) == DisplayLinkFrame(timestamp: time(1010), targetTimestamp: time(1020)))
    // Late by more than a refresh: the newest counts.
    #expect(schedule().frame(at: time(1037)) == DisplayLinkFrame(timestamp: time(1030), targetTimestamp: time(1040)))
  }

  @Test(
    "the rate divides the screen's and is not above the range",
    arguments: [
      (10...100, 10), (10...60, 20), (30...50, 20), (1...33.4, 30), (10...24, 50), (90...95, 20), (200...300, 10),
    ] as [(ClosedRange<Double>, UInt64)])
  func ranges(range: ClosedRange<Double>, milliseconds: UInt64) {
    #expect(schedule(range).period == milliseconds * 1_000_000)
  }

  @Test("59.94 Hz answers 60, and 60 answers 59.94, and invalid numbers are harmless")
  func near() {
    #expect(schedule(60...60, interval: 16_683_350).period == 16_683_350)
    #expect(schedule(59.94...59.94, interval: 16_666_667).period == 16_666_667)
    for range in [0.0...0, -5 ... -1] { #expect((590...601).contains(schedule(range).period / 1_000_000_000)) }
    #expect(schedule(1...Double.infinity).period == 10_000_000)
    #expect(schedule(interval: 0).period > 0)
  }
}
