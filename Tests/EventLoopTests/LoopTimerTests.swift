import DisplayTypes
import EventLoop
import Testing

@Suite("LoopTimer")
struct LoopTimerTests {
  static let past = MonotonicTime(nanoseconds: 1)
  static let never = MonotonicTime(nanoseconds: .max)

  @Test("a deadline that has passed fires once, in the next turn")
  func past() throws {
    let loop = try EventLoop()
    var count = 0
    let timer = loop.makeTimer { count += 1 }
    timer.arm(at: Self.past)
    #expect(count == 0)
    loop.turn(waiting: true)
    #expect(count == 1)
    #expect(timer.deadline == nil)
    loop.turn(waiting: false)
    #expect(count == 1)
  }

  @Test("a waiting turn sleeps until the deadline, not beyond the earliest of several")
  func waits() throws {
    let loop = try EventLoop()
    var fired: [Int] = []
    let start = MonotonicTime.now
    let late = loop.makeTimer { fired.append(2) }
    let soon = loop.makeTimer { fired.append(1) }
    late.arm(at: Self.never)
    soon.arm(at: start.advanced(by: 2_000_000))
    loop.turn(waiting: true)
    #expect(fired == [1])
    #expect(MonotonicTime.now >= start.advanced(by: 2_000_000))
  }

  @Test("arming again replaces the deadline")
  func replaces() throws {
    let loop = try EventLoop()
    var count = 0
    let timer = loop.makeTimer { count += 1 }
    timer.arm(at: Self.never)
    loop.turn(waiting: false)
    timer.arm(at: Self.past)
    loop.turn(waiting: true)
    #expect(count == 1)
    timer.arm(at: Self.past)
    timer.arm(at: Self.never)
    loop.turn(waiting: false)
    #expect(count == 1)
  }

  @Test("a disarmed or released timer does not fire")
  func disarmed() throws {
    let loop = try EventLoop()
    var count = 0
    let timer = loop.makeTimer { count += 1 }
    var released: LoopTimer? = loop.makeTimer { count += 1 }
    timer.arm(at: Self.past)
    released?.arm(at: Self.past)
    timer.disarm()
    released = nil
    loop.turn(waiting: false)
    #expect(count == 0)
    withExtendedLifetime(released) {}
  }

  @Test("a timer that arms itself for now fires once in each turn, so that the loop continues")
  func selfArming() throws {
    let loop = try EventLoop()
    var count = 0
    var timer: LoopTimer?
    timer = loop.makeTimer {
      count += 1
      timer?.arm(at: Self.past)
    }
    timer?.arm(at: Self.past)
    for turn in 1...5 {
      loop.turn(waiting: true)
      #expect(count == turn)
    }
  }

  @Test("handlers may make, disarm and release timers, and every other due timer still fires")
  func handlersChangeTimers() throws {
    let loop = try EventLoop()
    var fired: Set<String> = []
    var made: [LoopTimer] = []
    var victim: LoopTimer? = loop.makeTimer { fired.insert("victim") }
    let first = loop.makeTimer {
      fired.insert("first")
      victim = nil
      made.append(loop.makeTimer { fired.insert("made") })
      made.last?.arm(at: Self.past)
    }
    let second = loop.makeTimer { fired.insert("second") }
    let third = loop.makeTimer { fired.insert("third") }
    victim?.arm(at: Self.never)
    for timer in [first, second, third] { timer.arm(at: Self.past) }
    loop.turn(waiting: true)
    loop.turn(waiting: false)
    #expect(fired == ["first", "second", "third", "made"])
    withExtendedLifetime(victim) {}
  }

  @Test("two timers of one deadline both fire")
  func together() throws {
    let loop = try EventLoop()
    var count = 0
    let timers = (0..<5).map { _ in loop.makeTimer { count += 1 } }
    for timer in timers { timer.arm(at: Self.past) }
    loop.turn(waiting: true)
    #expect(count == 5)
  }
}
