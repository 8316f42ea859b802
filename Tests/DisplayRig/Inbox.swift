public import Presentation
package import SimulatedBackend
internal import Synchronization

/// The reports of the display actor, each delivered in a turn of its own, as by the daemon's mailbox.
public final class Inbox: Sendable {
  private let reports = Mutex<[DisplayReport]>([])
  private let alarm: Local<Alarm>

  private final class Alarm {
    let clock: SimulatedClock
    var timer: (any DisplayTimer)?
    var taken: ((DisplayReport) -> Void)?

    init(clock: SimulatedClock) { self.clock = clock }
  }

  /// Makes an empty inbox that delivers in the turns of the clock.
  package init(clock: SimulatedClock) {
    alarm = Local(value: Alarm(clock: clock))
    alarm.value.timer = clock.makeTimer { [unowned self] in deliver() }
  }

  /// The receiver of the reports.
  public var taken: ((DisplayReport) -> Void)? {
    get { alarm.value.taken }
    set { alarm.value.taken = newValue }
  }

  /// Adds a report from the display actor.
  public func put(_ report: DisplayReport) {
    reports.withLock { $0.append(report) }
    alarm.value.timer?.arm(at: alarm.value.clock.now)
  }

  private func deliver() {
    let delivered = reports.withLock { reports in
      defer { reports = [] }
      return reports
    }
    for report in delivered { alarm.value.taken?(report) }
  }
}
