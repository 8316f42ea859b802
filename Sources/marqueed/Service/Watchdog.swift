import DisplayTypes
import EventLoop

/// Tells the service manager at half its interval that pixels move, or are static as they should be (sd_watchdog_enabled(3)).
///
/// It asks the display thread. If that gives no answer, or screens stand still, the manager is not notified, and starts the daemon again.
/// If the manager sets no interval, there is no watchdog and no timer.
final class Watchdog {
  private let nanoseconds: UInt64
  private let look: () -> Void
  private var timer: LoopTimer?

  /// Nil if no watchdog is wanted; `look` asks, and notifies the manager.
  init?(loop: EventLoop, environment: DaemonEnvironment, look: @escaping () -> Void) {
    guard let interval = Watchdog.interval(environment) else { return nil }
    nanoseconds = interval / 2
    self.look = look
    timer = loop.makeTimer { [weak self] in self?.fired() }
    arm()
  }

  /// In nanoseconds; nil if none is set for this process.
  static func interval(_ environment: DaemonEnvironment) -> UInt64? {
    if let process = environment["WATCHDOG_PID"], process != "\(environment.processID)" { return nil }
    guard let text = environment["WATCHDOG_USEC"], let microseconds = UInt64(text), microseconds > 0 else { return nil }
    let (nanoseconds, isTooLong) = microseconds.multipliedReportingOverflow(by: 1000)
    return isTooLong ? nil : nanoseconds
  }

  private func fired() {
    arm()
    look()
  }

  private func arm() {
    timer?.arm(at: .now.advanced(by: nanoseconds))
  }
}
