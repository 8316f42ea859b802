import DisplayTypes
import EventLoop
import Glibc
import Logging
import Presentation
import Scenes
import SystemPackage

/// The daemon as its supervisor sees it: signals, the watchdog, and how the daemon ends.
final class DaemonService {
  /// What the daemon hears; blocked before a thread starts.
  static let signals = SignalSet([SIGTERM, SIGINT, SIGHUP, SIGUSR2])

  let environment: DaemonEnvironment
  let manager: ServiceManager
  /// Why the daemon ends; nil if it was told to.
  private(set) var error: DaemonError?
  /// Whether the next life goes on with what the cards show, as after a crash: they are kept by the service manager.
  private(set) var isHandedOver = false
  private let loop: EventLoop
  private let log = Logger(label: "marqueed")
  private var signalWatch: SignalWatch?
  private var watchdog: Watchdog?
  private var pixels = StallWatchdog()

  init(_ environment: DaemonEnvironment, loop: EventLoop) {
    self.environment = environment
    self.loop = loop
    manager = ServiceManager(environment: environment, loop: loop)
  }

  /// Hears signals from now on; `reload` is what SIGHUP asks for.
  func hearSignals(reload: @escaping () -> Void) throws(DaemonError) {
    do throws(Errno) {
      signalWatch = try SignalWatch(loop: loop, signals: Self.signals) { [weak self] signal in
        switch signal {
        case SIGHUP: reload()
        case SIGUSR2: self?.handOver()
        default: self?.endAsTold()
        }
      }
    } catch {
      throw .system("signals cannot be heard", error)
    }
  }

  /// Ends with an error: nothing else helps.
  func giveUp(_ error: DaemonError) {
    self.error = error
    loop.stop()
  }

  private func handOver() {
    guard manager.isThere else { return endAsTold() }
    log.info("told to hand over: the pictures stay for the next start")
    isHandedOver = true
    loop.stop()
  }

  private func endAsTold() {
    log.info("told to end")
    loop.stop()
  }

  /// Feeds the watchdog from now on, if the manager wants that, as long as no screen of the system stands still.
  func startWatchdog(_ displays: DisplayThread, _ system: SceneSystem) {
    watchdog = Watchdog(loop: loop, environment: environment) { [weak self] in
      displays.ask {
        $0.vitals()
      } then: { vitals in
        self?.feedWatchdog(vitals, system)
      }
    }
  }

  private func feedWatchdog(_ vitals: [ScreenID: ScreenProgress], _ system: SceneSystem) {
    let stuck = pixels.check(vitals)
    if stuck.isEmpty { return manager.notify("WATCHDOG=1") }
    let names = system.screens.filter { stuck.contains($0.id) }.map(\.name)
    log.warning(
      "\(names.isEmpty ? "a screen" : names.joined(separator: ", ")): nothing was shown for too long; the watchdog is not told"
    )
  }
}
