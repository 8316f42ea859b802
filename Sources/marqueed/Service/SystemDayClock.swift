internal import CLinuxEvents
import Content
import ContentModel
import DisplayTypes
internal import Glibc
import Presentation
import SimulatedBackend

/// The machine's time of day. The clock is right once it was synchronised since the machine's start: by adjtimex(2), or by the file of
/// systemd-timesyncd, which outlives hours without a network. No event reports that, so the clock is polled while a content waits for it.
final class SystemDayClock: ContentClock {
  let screens: any DisplayClock
  private let observers = ChangeObservers()
  private let isSynchronised: () -> Bool
  private var wasRight: Bool
  private var timer: (any DisplayTimer)?

  /// The nanoseconds between two polls.
  static let pause: UInt64 = 10_000_000_000
  /// The variable whose value `trusted` means that the clock is right without synchronisation, by a battery or by hand. For simulated
  /// displays the value may be `stopped`: then their clock is stopped from the start.
  static let variable = "MARQUEE_CLOCK"

  /// - Parameter isTrusted: whether the time of day is right in any case.
  init(screens: any DisplayClock, isTrusted: Bool, isSynchronised: @escaping () -> Bool = SystemDayClock.isSynchronised)
  {
    self.screens = screens
    self.isSynchronised = isSynchronised
    wasRight = isTrusted
    timer = screens.makeTimer { [weak self] in self?.poll() }
  }

  var now: WallTime { Self.systemTime }

  static var systemTime: WallTime {
    var time = timespec()
    guard clock_gettime(CLOCK_REALTIME, &time) == 0 else { return .epoch }
    return WallTime(seconds: Int64(time.tv_sec)).advanced(by: Int64(time.tv_nsec))
  }

  /// Seconds since 1970 in UTC; nil unless the kernel's clock is synchronised (adjtimex(2)). A clock that is years ahead would make the
  /// daemon discard sessions as if their displays had been absent for years.
  static var synchronisedSeconds: Int64? { marquee_clock_is_synchronised() ? Int64(time(nil)) : nil }

  var isRight: Bool {
    if !wasRight { wasRight = isSynchronised() }
    return wasRight
  }

  func moment(of time: WallTime) -> MonotonicTime { screens.now.advanced(bySigned: time.nanoseconds(since: now)) }

  func observe(_ didChange: @escaping () -> Void) -> AnyObject {
    let observer = observers.add(didChange)
    if !isRight { timer?.arm(at: screens.now.advanced(by: Self.pause)) }
    return observer
  }

  /// The clock was set, or the machine has slept.
  func wasSet() {
    _ = isRight
    observers.notify()
  }

  private func poll() {
    guard !wasRight, !observers.isEmpty else { return }
    if isRight { observers.notify() } else { timer?.arm(at: screens.now.advanced(by: Self.pause)) }
  }

  private nonisolated static func isSynchronised() -> Bool {
    marquee_clock_is_synchronised() || access("/run/systemd/timesync/synchronized", F_OK) == 0
  }
}

/// The time of day of simulated displays, which runs, stops and advances with their clock.
final class SimulatedDayClock: ContentClock {
  /// The main thread's copy of the display thread's clock.
  let follower: SimulatedClock
  private(set) var isRight = true
  private let observers = ChangeObservers()
  /// The time of day at zero of the screens' clock.
  private var origin: WallTime

  init(follower: SimulatedClock, now: WallTime = SystemDayClock.systemTime) {
    self.follower = follower
    origin = now.advanced(by: -follower.now.signedNanoseconds)
  }

  var now: WallTime { origin.advanced(by: follower.now.signedNanoseconds) }
  var screens: any DisplayClock { follower }

  func moment(of time: WallTime) -> MonotonicTime {
    MonotonicTime.zero.advanced(bySigned: time.nanoseconds(since: origin))
  }

  func observe(_ didChange: @escaping () -> Void) -> AnyObject { observers.add(didChange) }

  /// Sets the time of day; nil if it is no longer known to be right.
  func set(_ time: WallTime?) {
    isRight = time != nil
    if let time { origin = time.advanced(by: -follower.now.signedNanoseconds) }
    observers.notify()
  }
}

nonisolated extension MonotonicTime {
  /// The moment after an interval, which may be negative; saturates.
  func advanced(bySigned interval: Int64) -> MonotonicTime {
    interval < 0 ? reversed(by: interval.magnitude) : advanced(by: interval.magnitude)
  }

  /// The nanoseconds since zero; saturates.
  var signedNanoseconds: Int64 { Int64(clamping: nanoseconds) }
}
