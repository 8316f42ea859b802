import Testing

@testable import SpeakerView

@Suite struct PaceTests {
  /// Ten slides in ten minutes.
  @Test(arguments: [
    (0, 1, Pace.onTime), (59_000, 1, .onTime), (60_000, 1, .onTime), (61_000, 1, .late(1_000)),
    (120_000, 1, .late(60_000)), (121_000, 1, .tooLate(61_000)), (0, 2, .onTime), (0, 3, .early(120_000)),
    (300_000, 9, .early(180_000)), (599_000, 10, .onTime), (600_000, 10, .over(0)), (725_000, 10, .over(125_000)),
    (725_000, 1, .over(125_000)), (0, 99, .early(540_000)), (0, -4, .onTime),
  ])
  func isJudged(elapsed: Int, page: Int, pace: Pace) {
    #expect(Pace(elapsed: elapsed, duration: 600_000, page: page, pages: 10) == pace)
  }

  @Test func withoutADurationNothingIsKnown() {
    #expect(Pace(elapsed: 5, duration: nil, page: 1, pages: 10) == .unknown)
    #expect(Pace(elapsed: 5, duration: 0, page: 1, pages: 10) == .unknown)
    #expect(Pace(elapsed: 5, duration: 10, page: 1, pages: 0) == .unknown)
  }
}
