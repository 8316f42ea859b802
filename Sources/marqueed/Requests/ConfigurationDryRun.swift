import Configuration
import Content
import ContentModel
import ControlProtocol
import DisplayTypes
import EventLoop
import Presentation
import Scenes
import SimulatedBackend

/// Tries a configuration in a second scene system with the displays, choices and sessions of the daemon, but without a device. Its scenes
/// show black, so nothing is drawn. Every command succeeds, except modes that the real device has refused.
final class ConfigurationDryRun {
  private final class Relay {
    var commands: [DisplayCommand] = []
  }

  private let clock: SimulatedClock
  private let content: ContentResources
  private var configuration: Configuration
  private let relay = Relay()
  private let system: SceneSystem
  /// The refusals by the real device, by screen and mode.
  private var refusals: [String: [String: DisplayError]] = [:]
  private var names: [ScreenID: String] = [:]
  /// The screens whose mode was set since the last `takeScreens`.
  private var modesets: Set<String> = []

  /// The limit of steps. Together they are longer than any wait of the system for a display.
  private static let steps = 30
  private static let step: UInt64 = 100_000_000
  private static let mostCommands = 10_000

  /// Connects the displays of the daemon's system, with its present configuration.
  init(
    _ configuration: Configuration, of present: SceneSystem, _ state: PersistentState, _ content: ContentResources,
    loop: EventLoop
  ) {
    clock = SimulatedClock(loop: loop, startingAt: content.clock.screens.now)
    self.content = content
    self.configuration = configuration
    var identifiers = 0
    system = SceneSystem(
      clock: clock,
      outlets: SceneSystem.Outlets(
        command: { [relay] in relay.commands.append($0) }, event: { _ in }, persist: { _ in }, giveUp: { _ in },
        makeIdentifier: {
          identifiers += 1
          return "plan-\(identifiers)"
        }, wallSeconds: { nil }),
      policy: configuration.policy, apps: configuration.makeApps(content, isBlack: true), state: Self.black(state))
    for record in state.apps { restore(record) }
    let snapshots = present.screens.map(\.snapshot)
    for snapshot in snapshots {
      names[snapshot.id] = snapshot.name
      for attempt in (try? present.find(snapshot.name))?.decision.attempts ?? [] {
        if let error = attempt.error { refusals[snapshot.name, default: [:]][attempt.candidate.name] = error }
      }
    }
    system.handle(.screens(snapshots.map { .connected($0) }))
    settle()
    modesets = []
  }

  func reload(_ loaded: Configuration) {
    system.apply(loaded, insteadOf: configuration, apps: loaded.makeApps(content, isBlack: true))
    configuration = loaded
    settle()
  }

  func takeScreens() -> [PlannedScreen] {
    defer { modesets = [] }
    return system.screens.compactMap { screen in
      guard let coordinator = try? system.find(screen.name) else { return nil }
      let session = coordinator.shownScene?.session
      return PlannedScreen(
        record: DecisionRecord(screen, coordinator.decision, standIn: configuration.standIn),
        mode: screen.currentMode.map { ModeNames(of: screen.availableModes)[$0] },
        scene: session.map { PlannedScreen.PlannedScene($0, configuration) }, wasSet: modesets.contains(screen.name))
    }
  }

  private static func black(_ state: PersistentState) -> PersistentState {
    var state = state
    for index in state.sessions.indices {
      if state.sessions[index].chosen != nil { state.sessions[index].chosen = ChosenContent(.color(.black)) }
      if state.sessions[index].answer?.content != nil { state.sessions[index].answer?.content = .color(.black) }
    }
    return state
  }

  /// Restores a registered app as if its controller were disconnected: its screens keep their pictures.
  private func restore(_ record: AppRecord) {
    var manifest = record.manifest
    manifest.configurations = manifest.configurations.mapValues { configurations in
      configurations.map { configuration in
        var configuration = configuration
        if configuration.content != nil { configuration.content = .color(.black) }
        return configuration
      }
    }
    system.restore(
      App(
        name: record.name, manifest: manifest, isFallback: record.isFallback, isPrivate: record.isPrivate,
        support: record.support.map { Sourced($0) }, makeDelegate: { [content] in ContentSceneDelegate(content) }))
  }

  private func settle() {
    for _ in 0..<Self.steps {
      answerAll()
      clock.advance(by: Self.step)
    }
    answerAll()
  }

  /// Answers all commands, including those that the answers cause.
  private func answerAll() {
    for _ in 0..<Self.mostCommands {
      guard !relay.commands.isEmpty else { return }
      for report in answers(to: relay.commands.removeFirst()) { system.handle(report) }
    }
  }

  private func answers(to command: DisplayCommand) -> [DisplayReport] {
    switch command {
    case .test(let screen, let token, let mode): [.tested(screen, token, outcome(screen, mode))]
    case .configure(let screen, let token, let mode, _, _): configured(screen, token, mode)
    case .turnOff(let screen, let token): [.turnedOff(screen, token, .success(done))]
    case .present(let screen, _, _, _, let request): shown(screen, request)
    case .presentTogether(let orders): orders.flatMap { shown($0.screen, $0.request) }
    case .freeze, .movePointer, .capture, .observe, .follow: []
    }
  }

  private func configured(_ screen: ScreenID, _ token: CommitToken, _ mode: ScreenMode) -> [DisplayReport] {
    let result = outcome(screen, mode)
    if case .success = result, let name = names[screen] { modesets.insert(name) }
    return [.configured(screen, token, result)]
  }

  private func outcome(_ screen: ScreenID, _ mode: ScreenMode) -> Result<CommitOutcome, DisplayError> {
    let modes = system.screens.first { $0.id == screen }?.availableModes ?? []
    let refused = names[screen].flatMap { refusals[$0]?[ModeNames(of: modes)[mode]] }
    return refused.map { .failure($0) } ?? .success(done)
  }

  private var done: CommitOutcome {
    CommitOutcome(
      capabilities: OutputCapabilities(hasVBlank: true, updatesInPlace: false), started: clock.now, ended: clock.now,
      wasModeset: true)
  }

  private func shown(_ screen: ScreenID, _ request: RequestID?) -> [DisplayReport] {
    guard let request else { return [] }
    let record = FlipRecord(screen: screen, sequence: 1, timestamp: clock.now, isEstimated: true, ending: .presented)
    return [.presented([request], record)]
  }
}

struct PlannedScreen {
  struct PlannedScene: Equatable {
    var app: String
    var configuration: String
    /// The content from the file; nil if it was chosen at run time or set by an app.
    var content: ContentDescription?

    init(_ session: SceneSession, _ configuration: Configuration) {
      app = session.app
      self.configuration = session.configuration.name
      guard session.chosenContent == nil else { return }
      content =
        configuration.app(named: session.app)?.configurations(for: session.role.rawValue)?
        .first { $0.name.value == session.configuration.name }?.content?.value
    }
  }

  var record: DecisionRecord
  var mode: String?
  var scene: PlannedScene?
  var wasSet: Bool

  func changes(from old: PlannedScreen) -> [String] {
    var changes: [String] = []
    func note(_ what: String, _ before: String?, _ now: String?) {
      if before != now { changes.append("\(what): \(now ?? "none") instead of \(before ?? "none")") }
    }
    note("mode", old.mode ?? "dark", mode ?? "dark")
    if wasSet, old.mode == mode { changes.append("mode: \(mode ?? "dark") is set again") }
    for setting in record.settings {
      note(setting.name, old.record.settings.first { $0.name == setting.name }?.value, setting.value)
    }
    note("shows", old.record.shows, record.shows)
    note(
      "scene", old.scene.map { "\($0.configuration) of \($0.app)" }, scene.map { "\($0.configuration) of \($0.app)" })
    if let scene, let before = old.scene, scene.app == before.app, scene.configuration == before.configuration,
      scene.content != before.content
    {
      changes.append("content: \(scene.configuration) of \(scene.app) has another content")
    }
    return changes
  }
}
