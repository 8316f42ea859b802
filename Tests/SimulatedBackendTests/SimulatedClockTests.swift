import DisplayTypes
import EventLoop
import Presentation
import SimulatedBackend
import Testing

@Suite("SimulatedClock")
struct SimulatedClockTests {
  static let start = MonotonicTime(nanoseconds: 1_000)

  static func at(_ offset: UInt64) -> MonotonicTime {
    start.advanced(by: offset)
  }

  @Test("a standing clock goes only by advance, and fires at each deadline's own time, in order")
  func advance() throws {
    let clock = SimulatedClock(loop: try EventLoop(), startingAt: Self.start)
    var fired: [(String, MonotonicTime)] = []
    let late = clock.makeTimer { fired.append(("late", clock.now)) }
    let early = clock.makeTimer { fired.append(("early", clock.now)) }
    let never = clock.makeTimer { fired.append(("never", clock.now)) }
    late.arm(at: Self.at(20))
    early.arm(at: Self.at(10))
    never.arm(at: Self.at(31))
    clock.advance(by: 30)
    #expect(fired.map(\.0) == ["early", "late"])
    #expect(fired.map(\.1) == [Self.at(10), Self.at(20)])
    #expect(clock.now == Self.at(30))
    #expect(!clock.isRunning)
  }

  @Test("deadlines that are equal fire in the order of arming, also when armed again")
  func equalDeadlines() throws {
    let clock = SimulatedClock(loop: try EventLoop(), startingAt: Self.start)
    var fired: [Int] = []
    let timers = (0..<4).map { number in clock.makeTimer { fired.append(number) } }
    for timer in timers { timer.arm(at: Self.at(5)) }
    timers[1].arm(at: Self.at(5))
    clock.advance(by: 5)
    #expect(fired == [0, 2, 3, 1])
  }

  @Test("a timer that a handler arms fires within the same advance, at its time")
  func chain() throws {
    let clock = SimulatedClock(loop: try EventLoop(), startingAt: Self.start)
    var times: [MonotonicTime] = []
    var timer: (any DisplayTimer)?
    timer = clock.makeTimer {
      times.append(clock.now)
      timer?.arm(at: clock.now.advanced(by: 10))
    }
    timer?.arm(at: Self.at(10))
    clock.advance(by: 45)
    #expect(times == [10, 20, 30, 40].map(Self.at))
  }

  @Test("a handler that arms itself for now does not hang an advance")
  func endless() throws {
    let clock = SimulatedClock(loop: try EventLoop(), startingAt: Self.start)
    var count = 0
    var timer: (any DisplayTimer)?
    timer = clock.makeTimer {
      count += 1
      timer?.arm(at: clock.now)
    }
    timer?.arm(at: Self.at(1))
    clock.advance(by: 100)
    #expect(count > 0)
    #expect(clock.now == Self.at(100))
  }

  @Test("a timer that is due while the clock is stopped fires in the loop's next turn")
  func dueWhileStanding() throws {
    let loop = try EventLoop()
    let clock = SimulatedClock(loop: loop, startingAt: Self.start)
    var count = 0
    let due = clock.makeTimer { count += 1 }
    let later = clock.makeTimer { count += 100 }
    due.arm(at: Self.start)
    later.arm(at: Self.at(1))
    loop.turn(waiting: true)
    #expect(count == 1)
    loop.turn(waiting: false)
    #expect(count == 1)
  }

  @Test("disarmed and released timers do not fire")
  func disarmed() throws {
    let clock = SimulatedClock(loop: try EventLoop(), startingAt: Self.start)
    var count = 0
    let timer = clock.makeTimer { count += 1 }
    var released: (any DisplayTimer)? = clock.makeTimer { count += 1 }
    timer.arm(at: Self.at(1))
    released?.arm(at: Self.at(1))
    timer.disarm()
    released = nil
    clock.advance(by: 10)
    #expect(count == 0)
    withExtendedLifetime(released) {}
  }

  @Test("a clock goes with the kernel's by default, and its timers with the loop")
  func realTime() throws {
    let loop = try EventLoop()
    let clock = SimulatedClock(loop: loop)
    #expect(clock.isRunning)
    let before = MonotonicTime.now
    #expect(clock.now >= before)
    #expect(clock.now <= MonotonicTime.now)
    var count = 0
    let timer = clock.makeTimer { count += 1 }
    timer.arm(at: clock.now.advanced(by: 1_000_000))
    loop.turn(waiting: true)
    #expect(count == 1)
  }

  @Test("a running clock that is advanced jumps ahead, and continues")
  func advanceRunning() throws {
    let clock = SimulatedClock(loop: try EventLoop())
    let hour: UInt64 = 3_600_000_000_000
    let start = clock.now
    var fired: MonotonicTime?
    let timer = clock.makeTimer { fired = clock.now }
    timer.arm(at: start.advanced(by: hour / 2))
    clock.advance(by: hour)
    #expect(clock.isRunning)
    #expect(clock.now >= start.advanced(by: hour))
    #expect(clock.now < start.advanced(by: 2 * hour))
    #expect(fired == start.advanced(by: hour / 2))
  }

  @Test("stopping keeps the time, and running continues from it, never backwards")
  func stopAndRun() throws {
    let clock = SimulatedClock(loop: try EventLoop())
    clock.stop()
    let stopped = clock.now
    #expect(clock.now == stopped)
    clock.advance(by: 5_000_000_000)
    clock.run()
    #expect(clock.now >= stopped.advanced(by: 5_000_000_000))
    #expect(clock.now < stopped.advanced(by: 3_600_000_000_000))
  }
}
