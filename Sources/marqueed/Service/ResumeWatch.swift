import CLinuxEvents
import Content
import DisplayTypes
import EventLoop
import Glibc
import Logging
import Presentation
import Scenes
import SystemPackage

/// Reports that the machine has slept, or that its clock was set. It causes no wakeup by itself. The kernel cancels a timer on the
/// real-time clock whenever that clock jumps, as at resume (timerfd_create(2), `TFD_TIMER_CANCEL_ON_SET`). `SuspendDetector` distinguishes
/// a sleep from a clock that was set.
final class ResumeWatch {
  private let descriptor: Int32
  private var watch: Watch?
  private var detector: SuspendDetector

  /// `clockWasSet` is also called after a sleep.
  init(
    loop: EventLoop, clockWasSet: @escaping () -> Void, resumed: @escaping () -> Void
  ) throws(Errno) {
    detector = SuspendDetector(
      boot: SuspendDetector.read(CLOCK_BOOTTIME), monotonic: SuspendDetector.read(CLOCK_MONOTONIC))
    descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
    var setting = itimerspec()
    setting.it_value.tv_sec = .max
    let flags = Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET)
    guard descriptor >= 0, timerfd_settime(descriptor, flags, &setting, nil) == 0 else {
      throw Errno(rawValue: errno)
    }
    watch = try loop.watch(descriptor, for: .readable) { [weak self] _ in
      guard let self else { return }
      var count: UInt64 = 0
      // ECANCELED: the clock has jumped. The timer stays armed.
      _ = Glibc.read(descriptor, &count, 8)
      let boot = SuspendDetector.read(CLOCK_BOOTTIME)
      if detector.hasSlept(boot: boot, monotonic: SuspendDetector.read(CLOCK_MONOTONIC)) { resumed() }
      clockWasSet()
    }
  }

  deinit { close(descriptor) }
}

/// Detects a sleep by two clocks: `CLOCK_BOOTTIME` advances during it, and `CLOCK_MONOTONIC` does not.
struct SuspendDetector {
  private var slept: UInt64

  /// The shortest sleep: some time passes between the readings of the two clocks.
  static let shortest: UInt64 = 10_000_000

  /// Stores the present readings, in nanoseconds.
  init(boot: UInt64, monotonic: UInt64) { slept = boot > monotonic ? boot - monotonic : 0 }

  /// A reading of a kernel clock, in nanoseconds.
  nonisolated static func read(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0, time.tv_sec >= 0, time.tv_nsec >= 0 else { return 0 }
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// Whether the machine slept since the last reading.
  mutating func hasSlept(boot: UInt64, monotonic: UInt64) -> Bool {
    let now = boot > monotonic ? boot - monotonic : 0
    guard now > slept, now - slept >= SuspendDetector.shortest else { return false }
    slept = now
    return true
  }
}

/// Lights every screen again after the machine has slept.
final class ResumeHandler {
  /// The pauses before later probes, in nanoseconds. Docks and televisions wake up slowly and without an event.
  private static let laterProbes: [UInt64] = [2_000_000_000, 8_000_000_000]

  private let system: SceneSystem
  private let displays: DisplayThread
  private let journal: JournalWriter
  private let clock: any ContentClock
  private let log = Logger(label: "marqueed")
  private var watch: ResumeWatch?
  private var probeTimer: (any DisplayTimer)?
  private var remainingProbes: [UInt64] = []

  init(system: SceneSystem, displays: DisplayThread, journal: JournalWriter, clock: any ContentClock) {
    self.system = system
    self.displays = displays
    self.journal = journal
    self.clock = clock
  }

  func begin(_ loop: EventLoop) {
    do throws(Errno) {
      watch = try ResumeWatch(
        loop: loop, clockWasSet: { [weak self] in (self?.clock as? SystemDayClock)?.wasSet() },
        resumed: { [weak self] in self?.resumed() })
    } catch {
      log.warning("a resume from suspend will not be noticed: \(error)")
    }
  }

  /// The machine has slept: links may be lost, and other displays may be connected.
  func resumed() {
    log.info("the machine has woken up: every screen is lit again")
    journal.note(.resumed)
    displays.probeConnectors()
    system.resume()
    remainingProbes = Self.laterProbes
    armProbeTimer()
  }

  private func armProbeTimer() {
    guard let delay = remainingProbes.first else { return probeTimer = nil }
    remainingProbes.removeFirst()
    probeTimer = clock.screens.makeTimer { [weak self] in
      self?.displays.probeConnectors()
      self?.armProbeTimer()
    }
    probeTimer?.arm(at: clock.screens.now.advanced(by: delay))
  }
}
