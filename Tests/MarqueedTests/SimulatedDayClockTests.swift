import ContentModel
import DisplayTypes
import EventLoop
import SimulatedBackend
import Testing

@testable import marqueed

@MainActor @Suite struct SimulatedDayClockTests {
  private let screens: SimulatedClock
  private let clock: SimulatedDayClock

  init() throws {
    screens = SimulatedClock(loop: try EventLoop(), startingAt: MonotonicTime(nanoseconds: 7_000_000_000))
    clock = SimulatedDayClock(follower: screens, now: WallTime(seconds: 1000))
  }

  @Test func itGoesWithTheScreens() {
    #expect(clock.now == WallTime(seconds: 1000))
    screens.advance(by: 2_500_000_000)
    #expect(clock.now == WallTime(nanoseconds: 1_002_500_000_000))
    #expect(clock.moment(of: WallTime(seconds: 1010)) == MonotonicTime(nanoseconds: 17_000_000_000))
    #expect(clock.moment(of: WallTime(seconds: 1)) == .zero)
  }

  @Test func itCanBeSetAndForgotten() {
    var told = 0
    let observer = clock.observe { told += 1 }
    clock.set(WallTime(seconds: 5_000_000))
    #expect(clock.now == WallTime(seconds: 5_000_000))
    #expect(clock.isRight)
    clock.set(nil)
    #expect(!clock.isRight)
    #expect(clock.now == WallTime(seconds: 5_000_000))
    #expect(told == 2)
    withExtendedLifetime(observer) {}
  }
}
