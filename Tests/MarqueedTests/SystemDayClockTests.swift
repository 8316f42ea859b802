import ContentModel
import DisplayTypes
import EventLoop
import SimulatedBackend
import Testing

@testable import marqueed

@MainActor @Suite struct SystemDayClockTests {
  private final class Synchronisation {
    var isThere = false
    var questions = 0
  }

  private let synchronisation = Synchronisation()
  private let screens: SimulatedClock
  private let clock: SystemDayClock

  init() throws {
    screens = SimulatedClock(loop: try EventLoop(), startingAt: MonotonicTime(nanoseconds: 1_000_000_000_000))
    let synchronisation = synchronisation
    clock = SystemDayClock(screens: screens, isTrusted: false) {
      synchronisation.questions += 1
      return synchronisation.isThere
    }
  }

  @Test func waitersAreNotifiedOfTheRightTime() {
    var told = 0
    let observer = clock.observe { told += 1 }
    #expect(!clock.isRight)
    screens.advance(by: 3 * SystemDayClock.pause)
    #expect(told == 0)
    synchronisation.isThere = true
    screens.advance(by: SystemDayClock.pause)
    #expect(told == 1)
    #expect(clock.isRight)
    withExtendedLifetime(observer) {}
  }

  @Test func withoutWaitersTheClockIsNotPolled() {
    screens.advance(by: 100 * SystemDayClock.pause)
    #expect(synchronisation.questions == 0)
    #expect(screens.nextDeadline == nil)
    var observer: AnyObject? = clock.observe {}
    #expect(screens.nextDeadline != nil)
    observer = nil
    screens.advance(by: SystemDayClock.pause)
    #expect(screens.nextDeadline == nil)
    synchronisation.isThere = true
    observer = clock.observe {}
    #expect(screens.nextDeadline == nil)
    withExtendedLifetime(observer) {}
  }

  @Test func onceItWasRightItStays() {
    synchronisation.isThere = true
    #expect(clock.isRight)
    synchronisation.isThere = false
    #expect(clock.isRight)
  }

  @Test func aTrustedOneIsRightWithoutAQuestion() {
    let trusted = SystemDayClock(screens: screens, isTrusted: true) { false }
    #expect(trusted.isRight)
  }

  @Test func eachChangeOfTheClockIsNoticed() {
    var told = 0
    let observer = clock.observe { told += 1 }
    clock.wasSet()
    #expect(told == 1)
    withExtendedLifetime(observer) {}
    let other = clock.observe { told += 10 }
    _ = other
  }

  @Test func aTimeOfDayIsAMomentOfTheScreens() {
    let moment = clock.moment(of: clock.now.advanced(by: 5_000_000_000))
    // Between the two readings of the clock little time passes, but some does.
    #expect(moment <= screens.now.advanced(by: 5_000_000_000))
    #expect(moment > screens.now)
    #expect(clock.moment(of: WallTime(nanoseconds: .min)) == .zero)
  }
}
