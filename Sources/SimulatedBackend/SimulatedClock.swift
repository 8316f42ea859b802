package import DisplayTypes
package import EventLoop
package import Presentation

/// The clock of simulated screens. By default it is the kernel's monotonic clock. It can also stand still until it is advanced. Timers fire
/// in the order of their deadlines. Timers with the same deadline fire in the order in which they were armed. While the clock stands still,
/// a due timer fires in the loop's next turn, and all others wait for `advance`. The clock belongs to the loop's thread.
package final class SimulatedClock: DisplayClock {
  package enum Course: Hashable, Sendable {
    /// The clock runs with the kernel's clock since both had these times.
    case running(kernel: MonotonicTime, simulated: MonotonicTime)
    case stopped(at: MonotonicTime)
  }

  private struct WeakTimer {
    weak var timer: SimulatedTimer?
  }

  package private(set) var course: Course
  private var timers: [WeakTimer] = []
  private var armings: UInt64 = 0
  package private(set) var firings: UInt64 = 0
  private var isFiring = false
  private var alarm: LoopTimer?

  /// The maximum number of timers that fire at one instant while the clock is advanced. More mean a handler that arms its timer forever.
  private static let firingsAtOneInstant = 10_000

  /// Makes a clock that runs with the kernel's clock, or that stands still at `startingAt`.
  package init(loop: EventLoop, startingAt start: MonotonicTime? = nil) {
    let kernel = MonotonicTime.now
    course = start.map { .stopped(at: $0) } ?? .running(kernel: kernel, simulated: kernel)
    alarm = loop.makeTimer { [weak self] in self?.alarmFired() }
  }

  package var now: MonotonicTime {
    switch course {
    case .running(let kernel, let simulated): simulated.advanced(by: MonotonicTime.now.nanoseconds(since: kernel))
    case .stopped(let time): time
    }
  }

  package var isRunning: Bool {
    if case .running = course { true } else { false }
  }

  package func makeTimer(_ handler: @escaping () -> Void) -> any DisplayTimer {
    let timer = SimulatedTimer(clock: self, handler: handler)
    timers.removeAll { $0.timer == nil }
    timers.append(WeakTimer(timer: timer))
    return timer
  }

  package func stop() {
    course = .stopped(at: now)
    rearm()
  }

  package func run() {
    course = .running(kernel: .now, simulated: now)
    rearm()
  }

  /// Follows another clock from now on. Timers that become due fire in the loop's next turn.
  package func follow(_ course: Course) {
    self.course = course
    rearm()
  }

  package var nextDeadline: MonotonicTime? { earliest(armedBefore: .max)?.deadline }

  /// Advances by `interval` nanoseconds at once, and fires timers in order, at their times. A running clock continues from the new time.
  /// Within a timer's handler this does nothing.
  package func advance(by interval: UInt64) {
    guard !isFiring else { return }
    let resumes = isRunning
    let start = now
    course = .stopped(at: start)
    let end = start.advanced(by: interval)
    fireInOrder(until: end)
    course = .stopped(at: end)
    if resumes { run() } else { rearm() }
  }

  func nextArming() -> UInt64 {
    armings += 1
    return armings
  }

  func rearm() {
    guard !isFiring else { return }
    guard let next = earliest(armedBefore: .max)?.deadline else {
      alarm?.disarm()
      return
    }
    switch course {
    case .running(let kernel, let simulated): alarm?.arm(at: kernel.advanced(by: next.nanoseconds(since: simulated)))
    case .stopped(let time): if next <= time { alarm?.arm(at: .now) } else { alarm?.disarm() }
    }
  }

  /// Fires the due timers. Timers that a handler arms wait for the loop's next turn.
  private func alarmFired() {
    guard !isFiring else { return }
    let border = armings
    let limit = now
    isFiring = true
    while let timer = earliest(armedBefore: border), let deadline = timer.deadline, deadline <= limit {
      firings += 1
      timer.fire()
    }
    isFiring = false
    rearm()
  }

  private func fireInOrder(until end: MonotonicTime) {
    isFiring = true
    defer { isFiring = false }
    var firingsAtOnce = 0
    while let timer = earliest(armedBefore: .max), let deadline = timer.deadline, deadline <= end {
      let time = now
      firingsAtOnce = deadline > time ? 0 : firingsAtOnce + 1
      guard firingsAtOnce < SimulatedClock.firingsAtOneInstant else { return }
      course = .stopped(at: max(time, deadline))
      firings += 1
      timer.fire()
    }
  }

  private func earliest(armedBefore border: UInt64) -> SimulatedTimer? {
    timers.lazy.compactMap(\.timer).filter { $0.deadline != nil && $0.arming <= border }
      .min { ($0.deadline ?? .zero, $0.arming) < ($1.deadline ?? .zero, $1.arming) }
  }
}

final class SimulatedTimer: DisplayTimer {
  private(set) var deadline: MonotonicTime?
  /// The number of its last arming. It orders timers with the same deadline.
  private(set) var arming: UInt64 = 0
  private weak var clock: SimulatedClock?
  private let handler: () -> Void

  init(clock: SimulatedClock, handler: @escaping () -> Void) {
    self.clock = clock
    self.handler = handler
  }

  func arm(at time: MonotonicTime) {
    deadline = time
    arming = clock?.nextArming() ?? 0
    clock?.rearm()
  }

  func disarm() {
    deadline = nil
    clock?.rearm()
  }

  func fire() {
    deadline = nil
    handler()
  }
}
