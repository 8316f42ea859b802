// A program imports this module alone. The modules below have the types that it uses.
@_exported public import Composition
@_exported public import DisplayTypes
@_exported public import EventLoop
internal import KMSBackend
internal import Presentation
@_exported public import Scenes
internal import SimulatedBackend
public import SystemPackage

/// Shows the scenes of a program that drives the displays itself: the main loop, the display thread with its cards, and the scene system.
///
/// Make a host on the main thread, before the program starts another thread. Use it and release it on the main thread. The host owns the
/// display thread and the cards. The program owns its apps and delegates. All calls of delegates come on the main thread, inside `run()`.
/// They may change scenes and windows at once, and must not block. The host calls and releases all closures of the program on the main
/// thread, except the `release` of a `Bitmap`, which any thread may call.
///
/// The host ends once: at the end of `run()`, or when it is released without `run()`. The display thread then ends too. A program may make
/// another host after that.
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
  private let signals: HostSignals
  private let ending: HostEnding
  private let reports: HostReports
  private var state = State.ready

  private enum State {
    case ready, running, ended
  }

  /// The time in milliseconds that the display thread has for its end. It gives the kernel 3 s of it to turn all displays off.
  private static let patience: Int32 = 5000

  /// Starts the display thread, which looks for displays. The apps get them once `run()` is called.
  ///
  /// SIGTERM and SIGINT end `run()`. The host blocks them for this thread, and for the threads that it starts. At its end, it unblocks the
  /// signals that it has blocked, and drops those that have come until then.
  ///
  /// - Parameters:
  ///   - apps: at most one of them is in the foreground; `ScreenApp.app` for the older way.
  ///   - policy: the foreground app and the rules of screens.
  ///   - displays: real or simulated displays.
  ///   - notice: called on the main thread with a sentence for the log, such as "/dev/dri/card0: opened, driver i915".
  /// - Throws: the error of the kernel if no descriptor or thread is left. Nothing is left of the host then.
  public init(
    apps: [App], policy: ScreenPolicy = ScreenPolicy(), displays: HostDisplays = .kms(),
    notice: @escaping (String) -> Void = { _ in }
  ) throws(Errno) {
    let loop = try EventLoop()
    let ending = HostEnding(loop)
    let reports = HostReports(notice)
    // Threads inherit the blocked signals.
    signals = try HostSignals(loop) { ending.stop() }
    let thread: HostThread
    do throws(Errno) {
      thread = try HostThread(main: loop.mailbox) { reports.take($0) }
    } catch {
      signals.end()
      throw error
    }
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
    self.reports = reports
  }

  deinit { MainActor.assumeIsolated { _ = end() } }

  /// Runs the loop until `stop()`, SIGTERM or SIGINT.
  ///
  /// Then it ends the scenes, turns the displays off, releases the cards, so that the kernel shows its console again, and ends the display
  /// thread. It returns after that. All completions have been called by then. It may be called once; a further call is a programming error.
  ///
  /// - Throws: `HostError.gaveUp` if a display stays stuck after all retries, and `HostError.notReleased` if the kernel needs more than 5 s
  ///   for the end.
  public func run() throws(HostError) {
    precondition(state == .ready, "SceneHost.run() was called before; make another host")
    state = .running
    if !ending.isStopped { loop.run() }
    let isReleased = end()
    if let reason = ending.reason { throw .gaveUp(reason) }
    if !isReleased { throw .notReleased }
  }

  /// Ends `run()` after this turn of the loop. Before `run()`, it makes `run()` end at once.
  public func stop() { ending.stop() }

  /// Ends everything that the host has started; false if the display thread does not answer in time.
  private func end() -> Bool {
    guard state != .ended else { return true }
    state = .ended
    system.shutDown()
    let isReleased = thread.end(milliseconds: SceneHost.patience)
    if !isReleased { reports.notice(HostError.notReleased.description) }
    signals.end()
    return isReleased
  }
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

/// The reason why the end of a host was not in order.
public nonisolated enum HostError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No retry has helped; the text names the screen. Start the program again.
  case gaveUp(String)
  /// The kernel has not answered in time. A display may still show its last picture, and its card stays open until the kernel answers or the
  /// process ends. End the process.
  case notReleased

  /// What failed, for people.
  public var description: String {
    switch self {
    case .gaveUp(let reason): reason
    case .notReleased:
      "the cards were not released: the kernel does not answer; they are released when the process ends"
    }
  }
}

/// The end of `run()` and its reason.
final class HostEnding {
  private(set) var reason: String?
  private(set) var isStopped = false
  private let loop: EventLoop

  init(_ loop: EventLoop) { self.loop = loop }

  func giveUp(_ reason: String) {
    self.reason = reason
    stop()
  }

  func stop() {
    isStopped = true
    loop.stop()
  }
}

/// Receives the reports of the display thread, also before the system exists.
final class HostReports {
  weak var system: SceneSystem?
  let notice: (String) -> Void

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
    case .noSeat(let reason): "no seat: \(reason)"
    case .notPermitted(let device): "\(device): no permission to open it; its group (usually video) has it"
    case .lost(let device): "\(device): the card is gone; waiting for one"
    case .left(let device): "\(device): another virtual terminal has it"
    case .released(let device): "\(device): closed"
    case .degraded(let reason): reason
    case .eventsUnreadable(let device, let error): "\(device): its events cannot be read: \(error)"
    }
  }
}
