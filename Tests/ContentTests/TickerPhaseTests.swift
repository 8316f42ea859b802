import ContentModel
import DisplayTypes
import Testing

@testable import Content

@Suite struct TickerPhaseTests {
  private func phase(wall: Int64, monotonic: UInt64) -> TickerPhase {
    TickerPhase(wall: WallTime(nanoseconds: wall), monotonic: MonotonicTime(nanoseconds: monotonic))
  }

  /// The fraction of a period at `time`, from the phase at the start of the clock.
  private func share(_ phase: TickerPhase, of period: UInt64, at time: UInt64) -> Double {
    let share = phase.share(of: period) + Double(time % period) / Double(period)
    return share - share.rounded(.down)
  }

  @Test(arguments: [(0, 0), (123, 7), (1_000, 999), (55, 1_000_000), (-7, 3), (1_790_000_000_000_000_000, 12_345)])
  func whereItIsIsAFunctionOfTheTimeOfDay(_ wall: Int64, _ monotonic: UInt64) {
    let period: UInt64 = 1_000
    let expected = Double((wall % 1_000 + 1_000) % 1_000) / 1_000
    let phase = phase(wall: wall, monotonic: monotonic)
    #expect(abs(share(phase, of: period, at: monotonic) - expected) < 1e-9)
    // And stays so whenever it is asked.
    let later = self.phase(wall: wall + 4_321, monotonic: monotonic + 4_321)
    let difference = abs(later.share(of: period) - phase.share(of: period))
    #expect(min(difference, 1 - difference) < 1e-9)
    // A moment at which a period begins.
    let start = phase.start(of: period).nanoseconds
    let distance = Int64(start) - Int64(monotonic)
    #expect((wall + distance) % 1_000 == 0)
    #expect(distance <= 0 || monotonic < period)
    #expect(abs(distance) < 1_000)
  }

  @Test func aPeriodOfNothingIsHarmless() {
    #expect(phase(wall: 5, monotonic: 5).share(of: 0) == 0)
    #expect(phase(wall: 5, monotonic: 5).start(of: 0) == .zero)
    #expect(phase(wall: .min, monotonic: .max).share(of: .max) < 1)
  }
}
