import DisplayTypes
import EventLoop
import Presentation
import SimulatedBackend
import Testing

@testable import marqueed

/// Calls in a later turn of the loop, in order.
@MainActor private final class LaterTurns {
  private var waiting: [() -> Void] = []
  private var timer: LoopTimer?

  init(loop: EventLoop) {
    timer = loop.makeTimer { [weak self] in
      let calls = self?.waiting ?? []
      self?.waiting = []
      for call in calls { call() }
    }
  }

  func post(_ call: @escaping () -> Void) {
    waiting.append(call)
    timer?.arm(at: .now)
  }
}

/// The display thread's clock is another one on the same loop here, which is asked and answers in later turns.
@MainActor @Suite struct SimulationStepperTests {
  private let loop: EventLoop
  private let backend: SimulatedBackend
  private let clock: SimulatedClock
  private let soon: OneShotTimer
  private let answers: LaterTurns

  init() throws {
    loop = try EventLoop()
    backend = SimulatedBackend(loop: loop)
    clock = SimulatedClock(loop: loop)
    soon = OneShotTimer(loop: loop)
    answers = LaterTurns(loop: loop)
  }

  private func pilot(
    isBusy: @escaping () -> Bool = { false }, traffic: @escaping () -> UInt64 = { 0 }
  ) -> SimulationStepper {
    let (answers, backend, soon) = (answers, backend, soon)
    return SimulationStepper(
      clock: clock, isBusy: isBusy, traffic: traffic, schedule: { soon.call(after: $0, $1) },
      send: { commands, completion in
        // In a later turn, like the display thread's answer.
        answers.post { completion(backend.perform(commands)) }
      })
  }

  private func run(until isDone: () -> Bool) {
    while !isDone() { loop.turn(waiting: true) }
  }

  @Test func aStoppedClockHasTheSameTimeOnBothSides() {
    let pilot = pilot()
    var answers = 0
    pilot.perform([.stopClock]) { _ in answers += 1 }
    run { answers == 1 }
    #expect(clock.course == backend.simulatedClock.course)
    pilot.perform([.advanceClock(nanoseconds: 0), .runClock]) { _ in answers += 1 }
    run { answers == 2 }
    #expect(clock.course == backend.simulatedClock.course)
    #expect(clock.isRunning)
  }

  @Test func theScreensNeverGoPastATimerOfTheMainThread() {
    let pilot = pilot()
    var isDone = false
    pilot.perform([.stopClock]) { _ in isDone = true }
    run { isDone }
    let start = clock.now
    var seen: [UInt64] = []
    var timer: (any DisplayTimer)?
    timer = clock.makeTimer { [clock, backend] in
      seen.append(backend.simulatedClock.now.nanoseconds(since: start))
      #expect(backend.simulatedClock.now == clock.now)
      timer?.arm(at: clock.now.advanced(by: 1_000_000_000))
    }
    timer?.arm(at: start.advanced(by: 1_000_000_000))
    isDone = false
    pilot.advance(.init(interval: 3_600_000_000_000)) { _, passed in
      #expect(passed == 3_600_000_000_000)
      isDone = true
    }
    #expect(pilot.isAdvancing)
    run { isDone }
    #expect(seen == (1...3600).map { $0 * 1_000_000_000 })
    #expect(clock.now.nanoseconds(since: start) == 3_600_000_000_000)
    #expect(!pilot.isAdvancing)
    #expect(!clock.isRunning)
  }

  @Test func runningDrawingsAreAwaited() {
    var busy = 5
    let pilot = pilot {
      busy -= 1
      return busy > 0
    }
    var isDone = false
    pilot.advance(.init(interval: 1)) { _, _ in isDone = true }
    run { isDone }
    #expect(busy <= 0)
    #expect(clock.isRunning)
    #expect(clock.course == backend.simulatedClock.course)
  }

  @Test func aStepEndsAtTheNextTimerOfEitherSide() {
    let pilot = pilot()
    var isDone = false
    pilot.perform([.stopClock]) { _ in isDone = true }
    run { isDone }
    let start = clock.now
    let handler: () -> Void = {}
    let mine = clock.makeTimer(handler)
    let screens = backend.simulatedClock.makeTimer(handler)
    mine.arm(at: start.advanced(by: 3_000_000))
    screens.arm(at: start.advanced(by: 2_000_000))
    var steps: [UInt64] = []
    for _ in 0..<3 {
      pilot.advance(.init(interval: 10_000_000, endsAtNext: true)) { _, passed in steps.append(passed) }
    }
    run { steps.count == 3 }
    #expect(steps == [2_000_000, 1_000_000, 10_000_000])
    #expect(backend.simulatedClock.now == clock.now)
  }

  @Test func eventsOfOneMomentAreHandledBeforeTheClockMoves() {
    var traffic: UInt64 = 0
    let pilot = pilot(traffic: { traffic })
    var isDone = false
    pilot.perform([.stopClock]) { _ in isDone = true }
    run { isDone }
    let start = clock.now
    var seen: [UInt64] = []
    var answer: (any DisplayTimer)?
    answer = clock.makeTimer { [clock] in seen.append(clock.now.nanoseconds(since: start)) }
    let first = backend.simulatedClock.makeTimer { [answers, clock] in
      traffic += 1
      // The other side is notified in a later turn.
      answers.post { answer?.arm(at: clock.now) }
    }
    first.arm(at: start.advanced(by: 5))
    isDone = false
    pilot.advance(.init(interval: 1_000)) { _, _ in isDone = true }
    run { isDone }
    #expect(seen == [5])
  }
}
