import DisplayRig
import DisplayTypes
import EventLoop
import LifecycleReference
import Presentation
import SimulatedBackend

@testable import Scenes

/// One run of a daemon: scenes and presenters on one loop and one clock, until it is killed.
///
/// After `kill`, its outputs no longer reach the display, the disk or its listeners.
@MainActor
final class DaemonLife {
  private let household: Household
  private let display: DisplayActor
  private let backend: SimulatedBackend
  private let inbox: Inbox
  private let makeIdentifier: () -> String
  private(set) lazy var system = makeSystem()
  /// The state on the disk.
  private(set) var kept: PersistentState
  /// Writes to the disk; a test may break it.
  var keep: (PersistentState) -> PersistentState = { $0 }
  /// The log since the last call.
  private var log: [LogEntry] = []
  /// The number of outputs before the kill.
  var fuse: Int?
  private(set) var isDead = false
  /// The connected scenes.
  var scenes: [String: Scene] = [:]
  /// Apps whose delegates attach no window.
  var windowless: Set<String>
  /// Apps whose scenes were removed from the file.
  private(set) var withdrawn: Set<String>

  init(
    _ household: Household, loop: EventLoop, backend: SimulatedBackend, kept: PersistentState, windowless: Set<String>,
    withdrawn: Set<String>, makeIdentifier: @escaping () -> String
  ) {
    self.household = household
    self.backend = backend
    self.kept = kept
    self.windowless = windowless
    self.withdrawn = withdrawn
    self.makeIdentifier = makeIdentifier
    let inbox = Inbox(clock: backend.simulatedClock)
    self.inbox = inbox
    display = DisplayActor(executor: loop.mailbox) { inbox.put($0) }
    inbox.taken = { [weak self] report in self?.receive(report) }
    for record in kept.apps { if let app = household.app(record.name) { system.restore(self.app(app)) } }
    display.start(on: backend)
  }

  /// Returns the log since the last call.
  func takeLog() -> [LogEntry] {
    defer { log = [] }
    return log
  }

  /// From now on its outputs reach nothing, and its screens are dark.
  func kill() {
    isDead = true
    _ = display.assumeIsolated { $0.stop() }
  }

  func note(_ entry: LogEntry) {
    if !isDead { log.append(entry) }
  }

  /// Reads a file that has taken an app's scenes out, or has brought them back.
  func reload(_ app: String, hasScenes: Bool) {
    if hasScenes { withdrawn.remove(app) } else { withdrawn.insert(app) }
    system.apply(policy: policy, apps: household.apps.filter { $0.loss == nil }.map(self.app))
  }

  /// The controller of an app registers it.
  func register(_ name: String) throws {
    if let app = household.app(name) { try system.register(self.app(app)) }
  }

  private func receive(_ report: DisplayReport) {
    if !isDead { system.handle(report) }
  }

  /// Whether it still runs for one more output.
  private func survivesOutput() -> Bool {
    if fuse == 0 { isDead = true }
    fuse = fuse.map { $0 - 1 }
    return !isDead
  }

  private func makeSystem() -> SceneSystem {
    SceneSystem(
      clock: backend.simulatedClock,
      outlets: SceneSystem.Outlets(
        command: { [unowned self] command in
          guard survivesOutput() else { return }
          display.assumeIsolated { $0.handle(command) }
        },
        event: { [unowned self] event in
          guard survivesOutput() else { return }
          note(.event(sequence: event.sequence, LogEntry.Event(event.kind)))
        },
        persist: { [unowned self] state in if survivesOutput() { kept = keep(state) } },
        giveUp: { [unowned self] why in note(.event(sequence: 0, .trouble(why))) },
        makeIdentifier: makeIdentifier, wallSeconds: { nil }),
      policy: policy, apps: household.apps.filter { $0.loss == nil }.map(app), state: kept)
  }

  private func app(_ app: Household.HouseholdApp) -> App {
    let hasScenes = app.hasScene && !withdrawn.contains(app.name)
    let manifest = SceneManifest(
      configurations: hasScenes ? [.externalDisplayNonInteractive: [SceneConfiguration(name: "main")]] : [:])
    return App(
      name: app.name, manifest: manifest, isFallback: app.isFallback, isAlarm: app.isAlarm,
      support: app.support.map { Sourced($0) },
      controllerLoss: app.loss.flatMap { ControllerLoss(rawValue: $0.rawValue) } ?? .keep,
      delegate: PlainAppDelegate(make: { [unowned self] in ProofDelegate(app, self) }))
  }

  private var policy: ScreenPolicy {
    let rules = household.connectors.map { connector in
      ModeRule(
        match: Sourced(ScreenMatch(connector: GlobPattern(connector.name))),
        use: ScreenUse(rawValue: connector.use.rawValue).map { Sourced($0) }, app: connector.app.map { Sourced($0) },
        support: connector.support.map { Sourced($0) })
    }
    return ScreenPolicy(
      rules: rules, idleColor: household.idle, foregroundApp: Sourced(household.foreground),
      backgroundScenes: household.backgroundScenes)
  }
}
