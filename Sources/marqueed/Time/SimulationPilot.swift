import DisplayTypes
import SimulatedBackend

/// Keeps the main thread's simulated clock with the display thread's, and advances both in step.
///
/// A timer of the main thread has to fire, and what it hands over has to be there, before the screens' clock goes past it. So both go
/// from one of the main thread's deadlines to the next, and what is being drawn for them elsewhere is waited for.
final class SimulationPilot {
  typealias Answer = Result<SimulatedStatus, SimulatedCommandError>?

  private let clock: SimulatedClock
  private let ask: ([SimulatedCommand], @escaping (Answer) -> Void) -> Void
  /// Whether pictures or texts are still being drawn.
  private let isBusy: () -> Bool
  private let look: LookTimer
  private var end: MonotonicTime?
  private var resumes = false
  private var completion: ((Answer) -> Void)?
  private var looks = 0

  /// Calls back after so many nanoseconds of real time, in a later turn of the loop.
  typealias LookTimer = (UInt64, @escaping () -> Void) -> Void

  /// What is being drawn for so many looks, a few milliseconds apart, is not waited for any longer.
  static let mostLooks = 2_000

  init(
    clock: SimulatedClock, isBusy: @escaping () -> Bool, lookSoon: @escaping LookTimer,
    ask: @escaping ([SimulatedCommand], @escaping (Answer) -> Void) -> Void
  ) {
    self.clock = clock
    self.isBusy = isBusy
    look = lookSoon
    self.ask = ask
  }

  /// Whether an advance is under way; only one can be.
  var isAdvancing: Bool { end != nil }

  /// Does what changes no clock, or stops it, or lets it run.
  func perform(_ commands: [SimulatedCommand], _ completion: @escaping (Answer) -> Void) {
    ask(commands) { [weak self] answer in
      if case .success(let status) = answer, let self, !self.isAdvancing { self.clock.follow(status.course) }
      completion(answer)
    }
  }

  /// Advances both clocks; one that runs goes on from there.
  func advance(by interval: UInt64, _ completion: @escaping (Answer) -> Void) {
    resumes = clock.isRunning
    self.completion = completion
    end = clock.now.advanced(by: interval)
    ask([.stopClock]) { [self] answer in
      guard case .success(let status) = answer else { return finish(answer) }
      clock.follow(status.course)
      end = clock.now.advanced(by: interval)
      step()
    }
  }

  private func step() {
    guard let end else { return }
    guard !isBusy() || looks >= Self.mostLooks else {
      looks += 1
      return look(2_000_000) { [weak self] in self?.step() }
    }
    looks = 0
    let now = clock.now
    guard now < end else { return finish(nil) }
    // At least a nanosecond: a timer that is armed for now, again and again, ends nothing.
    let next = min(end, max(clock.nextDeadline ?? end, now.advanced(by: 1)))
    ask([.advanceClock(nanoseconds: next.nanoseconds(since: now))]) { [self] answer in
      guard case .success = answer else { return finish(answer) }
      clock.advance(by: next.nanoseconds(since: now))
      // What the timers have asked for is under way from the next turn on.
      look(0) { [weak self] in self?.step() }
    }
  }

  /// Ends an advance; the clock runs again where it did.
  private func finish(_ answer: Answer) {
    end = nil
    perform(resumes ? [.runClock] : []) { [self] last in
      completion?(answer ?? last)
      completion = nil
    }
  }
}
