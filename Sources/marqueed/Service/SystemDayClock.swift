internal import CLinuxEvents
import Content
import ContentModel
import DisplayTypes
internal import Glibc
import Presentation
import SimulatedBackend

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

/// The time of day of simulated displays: goes with their clock, stands still with it, and is advanced with it.
final class SimulatedDayClock: ContentClock {
  /// Shows what the display thread's clock shows.
  let follower: SimulatedClock
  private(set) var isRight = true
  private let observers = ClockObservers()
  /// The time of day when the screens' clock showed zero.
  private var origin: WallTime

  /// Takes a clock of the main thread, and the time of day that it is now.
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

  /// Somebody sets it; nil: it is not known to be right any more.
  func set(_ time: WallTime?) {
    isRight = time != nil
    if let time { origin = time.advanced(by: -follower.now.signedNanoseconds) }
    observers.tell()
  }
}

/// Who wants to know that the time of day was set; each as long as it keeps what it was given.
final class ClockObservers {
  private final class Observer {
    let didChange: () -> Void

    init(_ didChange: @escaping () -> Void) { self.didChange = didChange }
  }

  private struct WeakObserver {
    weak var observer: Observer?
  }

  private var observers: [WeakObserver] = []

  var isEmpty: Bool { observers.allSatisfy { $0.observer == nil } }

  /// Calls back until the result is let go.
  func add(_ didChange: @escaping () -> Void) -> AnyObject {
    let observer = Observer(didChange)
    observers.removeAll { $0.observer == nil }
    observers.append(WeakObserver(observer: observer))
    return observer
  }

  func tell() {
    for entry in observers { entry.observer?.didChange() }
  }
}

/// The time of day, where it is known to be right.
nonisolated enum WallClock {
  /// Seconds since 1970 in UTC; nil unless the kernel says that somebody keeps its clock synchronised.
  ///
  /// A clock that is years ahead looks like any other: without that word sessions would go as if their displays had not been seen for
  /// so long. From `adjtimex(2)`.
  static var seconds: Int64? {
    marquee_clock_is_synchronised() ? Int64(time(nil)) : nil
  }
}

nonisolated extension MonotonicTime {
  /// The moment so many nanoseconds later, or earlier where that is negative; saturates.
  func advanced(bySigned interval: Int64) -> MonotonicTime {
    interval < 0 ? reversed(by: interval.magnitude) : advanced(by: interval.magnitude)
  }

  /// Nanoseconds since zero; saturates.
  var signedNanoseconds: Int64 { Int64(clamping: nanoseconds) }
}
