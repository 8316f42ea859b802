internal import DisplayTypes
internal import Presentation

/// A timer of a `SimulatedClock`.
final class SimulatedTimer: DisplayTimer {
  private(set) var deadline: MonotonicTime?
  /// Which arming of the clock's timers was this one's last: the order of those that are due together.
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
