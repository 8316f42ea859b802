import DisplayTypes
import EventLoop
import SimulatedBackend

/// Keeps the main thread's simulated clock with the display thread's, and advances both in step.
///
/// Both go from one deadline to the next, of either. At each, all that is due by then is done first: what both threads tell each other, what
/// that makes due at the same moment, and what is drawn for it elsewhere.
final class SimulationStepper {
  typealias Answer = Result<SimulatedStatus, SimulatedCommandError>?

  private let clock: SimulatedClock
  private let ask: ([SimulatedCommand], @escaping (Answer) -> Void) -> Void
  /// Whether pictures or texts are still being drawn.
  private let isBusy: () -> Bool
  /// Counts what both threads tell each other.
  private let traffic: () -> UInt64
  private let look: LookTimer
  private var advance: Advance?
  private var start = MonotonicTime.zero
  private var end = MonotonicTime.zero
  private var hasMoved = false
  private var resumes = false
  private var completion: ((Answer, UInt64) -> Void)?
  /// Advances that were asked for meanwhile.
  private var waiting: [(Advance, (Answer, UInt64) -> Void)] = []
  private var looks = 0
  private var rounds = 0

  struct Advance {
    /// In nanoseconds, at most.
    var interval: UInt64
    /// It ends at the next thing that is due.
    var endsAtNext = false
  }

  /// Calls back after so many nanoseconds of real time, in a later turn of the loop.
  typealias LookTimer = (UInt64, @escaping () -> Void) -> Void

  /// What is being drawn for so many looks, a few milliseconds apart, is not waited for any longer.
  static let mostLooks = 2_000
  /// A moment at which more is due again and again is left.
  private static let mostRounds = 10_000

  init(
    clock: SimulatedClock, isBusy: @escaping () -> Bool, traffic: @escaping () -> UInt64, lookSoon: @escaping LookTimer,
    ask: @escaping ([SimulatedCommand], @escaping (Answer) -> Void) -> Void
  ) {
    self.clock = clock
    self.isBusy = isBusy
    self.traffic = traffic
    look = lookSoon
    self.ask = ask
  }

  var isAdvancing: Bool { advance != nil }

  /// Does what changes no clock, or stops it, or lets it run.
  func perform(_ commands: [SimulatedCommand], _ completion: @escaping (Answer) -> Void) {
    ask(commands) { [weak self] answer in
      if case .success(let status) = answer, let self, !self.isAdvancing { self.clock.follow(status.course) }
      completion(answer)
    }
  }

  /// Advances both clocks; one that runs goes on from there.
  ///
  /// The completion is told how many nanoseconds they went. Where an advance is under way, this one follows it.
  func advance(_ advance: Advance, _ completion: @escaping (Answer, UInt64) -> Void) {
    guard !isAdvancing else { return waiting.append((advance, completion)) }
    resumes = clock.isRunning
    self.completion = completion
    self.advance = advance
    ask([.stopClock]) { [self] answer in
      guard case .success(let status) = answer else { return finish(answer) }
      clock.follow(status.course)
      (start, end, hasMoved) = (clock.now, clock.now.advanced(by: advance.interval), false)
      settle()
    }
  }

  /// Goes on once nothing more happens at this moment by itself.
  private func settle() {
    let before = traffic()
    ask([]) { [self] answer in
      guard case .success(let status) = answer else { return finish(answer) }
      // What either thread has just told the other comes in a later turn.
      look(0) { [self] in
        let isQuiet = before == traffic() && isLater(status.nextDeadline) && isLater(clock.nextDeadline)
        if isDrawing {
          looks += 1
          look(2_000_000) { [self] in settle() }
        } else if isQuiet || rounds >= Self.mostRounds {
          (looks, rounds) = (0, 0)
          move(status.nextDeadline)
        } else {
          rounds += 1
          settle()
        }
      }
    }
  }

  private var isDrawing: Bool {
    guard let advance, isBusy() else { return false }
    // One step is waited for as long as that takes: whoever steps has all the time.
    return advance.endsAtNext || looks < Self.mostLooks
  }

  private func isLater(_ deadline: MonotonicTime?) -> Bool { deadline.map { $0 > clock.now } ?? true }

  /// Goes to the next moment at which something is due.
  private func move(_ screensDeadline: MonotonicTime?) {
    guard let advance else { return }
    let now = clock.now
    guard now < end, !(advance.endsAtNext && hasMoved) else { return finish(nil) }
    // At least a nanosecond: a timer that is armed for now, again and again, ends nothing.
    let due = [screensDeadline, clock.nextDeadline].compactMap(\.self).min() ?? end
    let next = min(end, max(due, now.advanced(by: 1)))
    hasMoved = true
    ask([.advanceClock(nanoseconds: next.nanoseconds(since: now))]) { [self] answer in
      guard case .success = answer else { return finish(answer) }
      clock.advance(by: next.nanoseconds(since: now))
      settle()
    }
  }

  /// Ends an advance; the clock runs again where it did.
  private func finish(_ answer: Answer) {
    let passed = clock.now.nanoseconds(since: start)
    advance = nil
    perform(resumes ? [.runClock] : []) { [self] last in
      let completion = completion
      self.completion = nil
      completion?(answer ?? last, passed)
      guard !isAdvancing, !waiting.isEmpty else { return }
      let (next, followed) = waiting.removeFirst()
      self.advance(next, followed)
    }
  }
}

/// Calls back once, in a later turn of the loop, after some real time.
final class OneShotTimer {
  private var handler: (() -> Void)?
  private var timer: LoopTimer?

  init(loop: EventLoop) {
    timer = loop.makeTimer { [weak self] in
      let handler = self?.handler
      self?.handler = nil
      handler?()
    }
  }

  /// Replaces what was to be called before.
  func call(after nanoseconds: UInt64, _ handler: @escaping () -> Void) {
    self.handler = handler
    timer?.arm(at: MonotonicTime.now.advanced(by: nanoseconds))
  }
}
