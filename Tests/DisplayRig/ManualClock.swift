public import DisplayTypes
public import Presentation

/// A clock that moves only if the test advances it. The test fires its timers.
public final class ManualClock: DisplayClock {
  private final class Timer: DisplayTimer {
    var deadline: MonotonicTime?
    let handler: () -> Void

    init(_ handler: @escaping () -> Void) { self.handler = handler }

    func arm(at time: MonotonicTime) { deadline = time }
    func disarm() { deadline = nil }

    func fire() {
      deadline = nil
      handler()
    }
  }

  private struct WeakTimer {
    weak var timer: Timer?
  }

  /// The present moment.
  public var now: MonotonicTime
  private var timers: [WeakTimer] = []

  /// Makes a clock without timers.
  public init(at now: MonotonicTime = MonotonicTime(nanoseconds: 1_000_000_000)) { self.now = now }

  /// Timers that are in use.
  public var timerCount: Int { timers.count { $0.timer != nil } }

  /// Timers with a deadline.
  public var armedTimerCount: Int { timers.count { $0.timer?.deadline != nil } }

  /// Makes a timer that is not armed yet.
  public func makeTimer(_ handler: @escaping () -> Void) -> any DisplayTimer {
    let timer = Timer(handler)
    timers.append(WeakTimer(timer: timer))
    return timer
  }

  /// Sets the clock forward, and fires the timers that are due, in the order in which they were made.
  public func advance(nanoseconds: UInt64) {
    now = now.advanced(by: nanoseconds)
    for timer in timers.compactMap(\.timer) {
      if let deadline = timer.deadline, deadline <= now { timer.fire() }
    }
    timers.removeAll { $0.timer == nil }
  }

  /// Fires the armed timer with the earliest deadline, at any time.
  public func fireNext() {
    let armed = timers.compactMap(\.timer).filter { $0.deadline != nil }
    armed.min { ($0.deadline ?? now) < ($1.deadline ?? now) }?.fire()
  }
}
