import DisplayTypes
import EventLoop
import SimulatedBackend

/// Advances the simulated clocks of the main thread and the display thread together, from one deadline to the next. At each deadline it
/// waits until both threads are idle and all texts and pictures are drawn.
final class SimulationStepper {
  typealias Answer = Result<SimulatedStatus, SimulatedCommandError>?

  private let clock: SimulatedClock
  private let send: ([SimulatedCommand], @escaping (Answer) -> Void) -> Void
  private let isBusy: () -> Bool
  /// The number of messages between both threads.
  private let traffic: () -> UInt64
  private let schedule: Scheduler
  private var advance: Advance?
  private var start = MonotonicTime.zero
  private var end = MonotonicTime.zero
  private var hasMoved = false
  private var resumes = false
  private var completion: ((Answer, UInt64) -> Void)?
  /// Requested advances that wait for the current one.
  private var waiting: [(Advance, (Answer, UInt64) -> Void)] = []
  private var waits = 0
  private var rounds = 0

  struct Advance {
    /// The longest advance, in nanoseconds.
    var interval: UInt64
    /// Whether the advance ends at the next deadline.
    var endsAtNext = false
  }

  /// Calls back after some nanoseconds of real time, in a later turn of the loop.
  typealias Scheduler = (UInt64, @escaping () -> Void) -> Void

  /// The limit of waits for drawing. They are two milliseconds apart, so the limit is a minute. Each process has a shorter limit of its own,
  /// so nothing is left out on a busy host.
  static let mostWaits = 30_000
  /// The limit of rounds at a moment that keeps getting new deadlines.
  private static let mostRounds = 10_000

  init(
    clock: SimulatedClock, isBusy: @escaping () -> Bool, traffic: @escaping () -> UInt64, schedule: @escaping Scheduler,
    send: @escaping ([SimulatedCommand], @escaping (Answer) -> Void) -> Void
  ) {
    self.clock = clock
    self.isBusy = isBusy
    self.traffic = traffic
    self.schedule = schedule
    self.send = send
  }

  var isAdvancing: Bool { advance != nil }

  /// Performs commands that do not advance the clock.
  func perform(_ commands: [SimulatedCommand], _ completion: @escaping (Answer) -> Void) {
    send(commands) { [weak self] answer in
      if case .success(let status) = answer, let self, !self.isAdvancing { self.clock.follow(status.course) }
      completion(answer)
    }
  }

  /// Advances both clocks, after the current advance. The completion receives the nanoseconds that have passed.
  func advance(_ advance: Advance, _ completion: @escaping (Answer, UInt64) -> Void) {
    guard !isAdvancing else { return waiting.append((advance, completion)) }
    resumes = clock.isRunning
    self.completion = completion
    self.advance = advance
    send([.stopClock]) { [self] answer in
      guard case .success(let status) = answer else { return finish(answer) }
      clock.follow(status.course)
      (start, end, hasMoved) = (clock.now, clock.now.advanced(by: advance.interval), false)
      settle()
    }
  }

  private func settle() {
    let before = traffic()
    send([]) { [self] answer in
      guard case .success(let status) = answer else { return finish(answer) }
      // A message between the threads is handled in a later turn.
      schedule(0) { [self] in
        let isQuiet = before == traffic() && isLater(status.nextDeadline) && isLater(clock.nextDeadline)
        if isDrawing {
          waits += 1
          schedule(2_000_000) { [self] in settle() }
        } else if isQuiet || rounds >= Self.mostRounds {
          (waits, rounds) = (0, 0)
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
    // A single step waits without a limit.
    return advance.endsAtNext || waits < Self.mostWaits
  }

  private func isLater(_ deadline: MonotonicTime?) -> Bool { deadline.map { $0 > clock.now } ?? true }

  private func move(_ screensDeadline: MonotonicTime?) {
    guard let advance else { return }
    let now = clock.now
    guard now < end, !(advance.endsAtNext && hasMoved) else { return finish(nil) }
    // Advance by at least a nanosecond, because a timer may be armed for the present moment again and again.
    let due = [screensDeadline, clock.nextDeadline].compactMap(\.self).min() ?? end
    let next = min(end, max(due, now.advanced(by: 1)))
    hasMoved = true
    send([.advanceClock(nanoseconds: next.nanoseconds(since: now))]) { [self] answer in
      guard case .success = answer else { return finish(answer) }
      clock.advance(by: next.nanoseconds(since: now))
      settle()
    }
  }

  /// Ends an advance. A clock that was running before runs again.
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

/// Calls back once, in a later turn of the loop, after a real interval.
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

  /// Replaces the handler of an earlier call.
  func call(after nanoseconds: UInt64, _ handler: @escaping () -> Void) {
    self.handler = handler
    timer?.arm(at: MonotonicTime.now.advanced(by: nanoseconds))
  }
}
