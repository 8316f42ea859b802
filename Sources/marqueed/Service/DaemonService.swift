import DisplayTypes
import EventLoop
import Glibc
import Logging
import Presentation
import Scenes
import SystemPackage

/// The daemon as a service: signals, the watchdog, and the end.
final class DaemonService {
  /// The handled signals, which are blocked before the first thread starts.
  static let signals = SignalSet([SIGTERM, SIGINT, SIGHUP, SIGUSR2])

  let environment: DaemonEnvironment
  let manager: ServiceManager
  /// The reason of the end; nil after a signal.
  private(set) var error: DaemonError?
  /// Whether the daemon hands over to its next start. The service manager keeps the descriptors of the cards, so that the pictures stay, as
  /// after a crash.
  private(set) var isHandedOver = false
  /// Whether the next start gets no card from the service manager. After a stop the cards are free for a console or another program.
  var releasesCards: Bool {
    if case .gaveUp = error { return true }
    return error == nil && !isHandedOver
  }
  private let loop: EventLoop
  private let log = Logger(label: "marqueed")
  private var signalWatch: SignalWatch?
  private var inputWatch: Watch?
  private var watchdog: Watchdog?
  private var pixels = StallWatchdog()

  init(_ environment: DaemonEnvironment, loop: EventLoop) {
    self.environment = environment
    self.loop = loop
    manager = ServiceManager(environment: environment, loop: loop)
  }

  /// - Parameter reload: called for SIGHUP.
  func watchSignals(reload: @escaping () -> Void) throws(DaemonError) {
    do throws(Errno) {
      signalWatch = try SignalWatch(loop: loop, signals: Self.signals) { [weak self] signal in
        switch signal {
        case SIGHUP: reload()
        case SIGUSR2: self?.handOver()
        default: self?.endBySignal()
        }
      }
    } catch {
      throw .system("signals cannot be received", error)
    }
  }

  /// Ends the daemon when the program that started it closes standard input, or ends in any way.
  func watchInput() throws(DaemonError) {
    do throws(Errno) {
      inputWatch = try loop.watch(STDIN_FILENO, for: .readable) { [weak self] _ in
        var bytes: [UInt8] = Array(repeating: 0, count: 64)
        guard let self, read(STDIN_FILENO, &bytes, bytes.count) <= 0 else { return }
        inputWatch?.cancel()
        log.info("ending, because standard input is closed")
        loop.stop()
      }
    } catch {
      throw .system("standard input cannot be watched", error)
    }
  }

  func giveUp(_ error: DaemonError) {
    self.error = error
    loop.stop()
  }

  private func handOver() {
    guard manager.isThere else { return endBySignal() }
    log.info("handing over: the pictures stay for the next start")
    isHandedOver = true
    loop.stop()
  }

  private func endBySignal() {
    log.info("ending by a signal")
    loop.stop()
  }

  /// Starts to notify the watchdog of the manager, if there is one. The messages stop while a screen of the system is stuck.
  func startWatchdog(_ displays: DisplayThread, _ system: SceneSystem) {
    watchdog = Watchdog(loop: loop, environment: environment) { [weak self] in
      displays.query({ $0.vitals() }, then: { self?.feedWatchdog($0, system) })
    }
  }

  private func feedWatchdog(_ vitals: [ScreenID: ScreenProgress], _ system: SceneSystem) {
    let stuck = pixels.check(vitals)
    if stuck.isEmpty { return manager.notify("WATCHDOG=1") }
    let names = system.screens.filter { stuck.contains($0.id) }.map(\.name)
    log.warning(
      "\(names.isEmpty ? "a screen" : names.joined(separator: ", ")): no frame was shown for too long; the daemon sends no watchdog message"
    )
  }
}

/// Calls back at half the watchdog interval of the service manager (sd_watchdog_enabled(3)). The callback sends a query to the display
/// thread. If that thread hangs or a screen is stuck, the manager gets no message and restarts the daemon.
final class Watchdog {
  private let nanoseconds: UInt64
  private let check: () -> Void
  private var timer: LoopTimer?

  /// Nil if the manager sets no interval.
  init?(loop: EventLoop, environment: DaemonEnvironment, check: @escaping () -> Void) {
    guard let interval = Watchdog.interval(environment) else { return nil }
    nanoseconds = interval / 2
    self.check = check
    timer = loop.makeTimer { [weak self] in
      self?.arm()
      self?.check()
    }
    arm()
  }

  /// The interval in nanoseconds; nil if this process has none.
  static func interval(_ environment: DaemonEnvironment) -> UInt64? {
    if let process = environment["WATCHDOG_PID"], process != "\(environment.processID)" { return nil }
    guard let text = environment["WATCHDOG_USEC"], let microseconds = UInt64(text), microseconds > 0 else { return nil }
    let (nanoseconds, isTooLong) = microseconds.multipliedReportingOverflow(by: 1000)
    return isTooLong ? nil : nanoseconds
  }

  private func arm() { timer?.arm(at: .now.advanced(by: nanoseconds)) }
}
