import Testing

@testable import marqueed

@MainActor
@Suite struct SuspendDetectorTests {
  /// The result of each reading of (boot, monotonic) after the first one.
  private func slept(_ readings: (UInt64, UInt64)...) -> [Bool] {
    var gauge = SuspendDetector(boot: readings[0].0, monotonic: readings[0].1)
    return readings.dropFirst().map { gauge.hasSlept(boot: $0.0, monotonic: $0.1) }
  }

  @Test func aClockThatIsSetIsNoSleep() {
    // The two are read one after the other.
    let said = slept(
      (5_000_000_000, 3_000_000_000), (6_000_020_000, 4_000_000_000), (7_000_000_000, 5_000_010_000))
    #expect(said == [false, false])
  }

  @Test func eachSleepIsReportedOnce() {
    let said = slept(
      (5_000_000_000, 3_000_000_000), (16_000_000_000, 4_000_000_000), (17_000_000_000, 5_000_000_000),
      (18_100_000_000, 6_000_000_000))
    #expect(said == [true, false, true])
  }

  @Test func shortSleepsAddUp() {
    #expect(slept((0, 0), (6_000_000, 0), (12_000_000, 0)) == [false, true])
  }

  @Test func clocksThatCannotBeReadAreNoSleep() {
    #expect(slept((0, 7), (0, 9)) == [false])
  }
}
