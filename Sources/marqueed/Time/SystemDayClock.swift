import CLinuxEvents
import Content
import DisplayTypes
import Glibc
import Presentation

/// The machine's time of day.
///
/// It is right once somebody has kept it synchronised since the machine was started (adjtimex(2), or the word of systemd-timesyncd, which
/// outlives hours without a network), and from then on. That can only be asked; it is, every ten seconds, while a content waits for it.
final class SystemDayClock: ContentClock {
  let screens: any DisplayClock
  private let observers = ClockObservers()
  private let isSynchronised: () -> Bool
  private var wasRight: Bool
  private var timer: (any DisplayTimer)?

  /// Between two questions, in nanoseconds.
  static let pause: UInt64 = 10_000_000_000
  /// The variable that says `trusted` where nobody synchronises the clock, but it is right: by a battery, or by hand.
  ///
  /// For simulated displays it may say `stopped`: their clock stands from the start.
  static let variable = "MARQUEE_CLOCK"

  /// Takes the monotonic clock, which timers and animations go by; trusted, it is right in any case.
  init(screens: any DisplayClock, isTrusted: Bool, isSynchronised: @escaping () -> Bool = SystemDayClock.isSynchronised)
  {
    self.screens = screens
    self.isSynchronised = isSynchronised
    wasRight = isTrusted
    timer = screens.makeTimer { [weak self] in self?.ask() }
  }

  var now: WallTime { Self.systemTime }

  /// What the kernel's real-time clock shows.
  static var systemTime: WallTime {
    var time = timespec()
    guard clock_gettime(CLOCK_REALTIME, &time) == 0 else { return .epoch }
    return WallTime(seconds: Int64(time.tv_sec)).advanced(by: Int64(time.tv_nsec))
  }

  var isRight: Bool {
    if !wasRight { wasRight = isSynchronised() }
    return wasRight
  }

  func moment(of time: WallTime) -> MonotonicTime {
    screens.now.advanced(bySigned: time.nanoseconds(since: now))
  }

  func observe(_ didChange: @escaping () -> Void) -> AnyObject {
    let observer = observers.add(didChange)
    if !isRight { timer?.arm(at: screens.now.advanced(by: Self.pause)) }
    return observer
  }

  /// Somebody has set it, or the machine has slept.
  func wasSet() {
    _ = isRight
    observers.tell()
  }

  private func ask() {
    guard !wasRight, !observers.isEmpty else { return }
    if isRight { observers.tell() } else { timer?.arm(at: screens.now.advanced(by: Self.pause)) }
  }

  private nonisolated static func isSynchronised() -> Bool {
    marquee_clock_is_synchronised() || access("/run/systemd/timesync/synchronized", F_OK) == 0
  }
}
