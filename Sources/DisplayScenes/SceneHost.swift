// A program imports this module alone. The modules below have the types that it uses.
@_exported public import Composition
@_exported public import DisplayTypes
@_exported public import EventLoop
internal import Glibc
internal import KMSBackend
internal import Presentation
@_exported public import Scenes
internal import SimulatedBackend
public import SystemPackage

/// Shows the scenes of a program that drives the displays itself: the main loop, the display thread with its cards, and the scene system.
///
/// Make one host, on the main thread, before the program starts another thread. Use it and release it on the main thread. The host owns
/// the display thread and the cards. The program owns its apps and delegates. All calls of delegates come on the main thread, inside
/// `run()`. They may change scenes and windows at once, and must not block.
///
/// Sessions live as long as the host. A session outlives the unplugging of its display, but not the end of the process.
public final class SceneHost {
  /// The loop of the main thread, for the program's own descriptors and timers.
  public let loop: EventLoop
  /// The screens, apps and scenes.
  public let system: SceneSystem
  /// Plugs simulated displays in; nil for real displays.
  public let simulatedDisplays: SimulatedDisplays?
  private let thread: HostThread
  private let signals: SignalWatch
  private let ending: HostEnding

  /// Starts the display thread, which looks for displays. The apps get them once `run()` is called.
  ///
  /// SIGTERM and SIGINT end `run()`. The host blocks them for this thread, and for the threads that it starts.
  ///
  /// - Parameters:
  ///   - apps: at most one of them is in the foreground; `ScreenApp.app` for the older way.
  ///   - policy: the foreground app and the rules of screens.
  ///   - displays: real or simulated displays.
  ///   - notice: called on the main thread with a sentence for the log, such as "/dev/dri/card0: opened, driver i915".
  /// - Throws: the error of the kernel if no descriptor or thread is left.
  public init(
    apps: [App], policy: ScreenPolicy = ScreenPolicy(), displays: HostDisplays = .kms(),
    notice: @escaping (String) -> Void = { _ in }
  ) throws(Errno) {
    // Threads inherit the blocked signals.
    let set = SignalSet([SIGTERM, SIGINT])
    set.block()
    let loop = try EventLoop()
    let ending = HostEnding(loop)
    signals = try SignalWatch(loop: loop, signals: set) { _ in loop.stop() }
    let reports = HostReports(notice)
    let thread = try HostThread(main: loop.mailbox, reports: reports)
    system = SceneSystem(
      clock: LoopClock(loop: loop),
      outlets: SceneOutlets(
        command: { thread.send($0) }, event: { _ in }, persist: { _ in }, giveUp: { ending.giveUp($0) },
        makeIdentifier: { String(UInt64.random(in: .min ... .max), radix: 16) }, wallSeconds: { nil }),
      policy: policy, apps: apps)
    reports.system = system
    thread.start(displays)
    simulatedDisplays = displays.isSimulated ? SimulatedDisplays(thread) : nil
    self.loop = loop
    self.thread = thread
    self.ending = ending
  }

  /// Runs the loop until `stop()`, SIGTERM or SIGINT.
  ///
  /// Then it ends the scenes, turns the displays off and releases the cards, so that the kernel shows its console again. It returns after
  /// that, and may be called once.
  ///
  /// - Throws: `HostError.gaveUp` if a display stays stuck after all retries.
  public func run() throws(HostError) {
    loop.run()
    system.shutDown()
    thread.stop(milliseconds: 5000)
    if let reason = ending.reason { throw .gaveUp(reason) }
  }

  /// Ends `run()` after this turn of the loop.
  public func stop() { loop.stop() }
}

/// The displays of a host.
public nonisolated enum HostDisplays: Hashable, Sendable {
  /// Real displays, on these cards, such as `/dev/dri/card0`; empty for every card of the seat.
  case kms(devices: [String] = [])
  /// Displays without hardware, on these connectors. The name decides about the kind: `eDP-1` is a built-in panel, `HDMI-A-1` is external.
  case simulated(connectors: [String] = ["HDMI-A-1", "HDMI-A-2"])

  var isSimulated: Bool {
    switch self {
    case .kms: false
    case .simulated: true
    }
  }
}

/// Why a host has ended by itself.
public nonisolated enum HostError: Error, Hashable, Sendable {
  /// No retry has helped; the text names the screen. Start the program again.
  case gaveUp(String)
}

/// The reason of the end.
final class HostEnding {
  private(set) var reason: String?
  private let loop: EventLoop

  init(_ loop: EventLoop) { self.loop = loop }

  func giveUp(_ reason: String) {
    self.reason = reason
    loop.stop()
  }
}

/// Receives the reports of the display thread, also before the system exists.
final class HostReports {
  weak var system: SceneSystem?
  private let notice: (String) -> Void

  init(_ notice: @escaping (String) -> Void) { self.notice = notice }

  func take(_ report: DisplayReport) {
    if case .notice(let kind) = report { notice(Self.sentence(kind)) }
    system?.handle(report)
  }

  private static func sentence(_ notice: BackendNotice) -> String {
    switch notice {
    case .opened(let device, let driver): "\(device): opened, driver \(driver)"
    case .noDevice(let reason): "no card: \(reason); waiting for one"
    case .occupied(let device, let holder): "\(device): \(holder) has it; waiting until it ends"
    case .notPermitted(let device): "\(device): no permission to open it; its group (usually video) has it"
    case .lost(let device): "\(device): the card is gone; waiting for one"
    case .released(let device): "\(device): closed"
    case .degraded(let reason): reason
    case .eventsUnreadable(let device, let error): "\(device): its events cannot be read: \(error)"
    }
  }
}
