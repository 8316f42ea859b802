import Configuration
import Content
import ContentModel
import ControlProtocol
import DisplayTypes
import EventLoop
import Presentation
import Scenes
import SimulatedBackend

/// A second scene system, with the same displays, choices and sessions as the daemon's, whose commands reach no device: what a
/// configuration would do is seen by doing it there.
///
/// Its scenes show black, so that nothing is drawn for it. A device is taken to do what it is asked, but for the modes that the real one
/// has refused.
final class ConfigurationDryRun {
  private let clock: SimulatedClock
  private let content: ContentResources
  private var configuration: Configuration
  private let relay = DryRunCommands()
  private let system: SceneSystem
  /// What the real device has refused, by screen and mode.
  private let refusals: [String: [String: DisplayError]]
  private var names: [ScreenID: String] = [:]
  /// The screens whose mode was set since the last look.
  private var modesets: Set<String> = []

  /// Longer than any display is waited for.
  private static let steps = 30
  private static let step: UInt64 = 100_000_000
  private static let mostCommands = 10_000

  /// Lights what is connected to the daemon's system, as the present configuration says.
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
      policy: configuration.policy, apps: configuration.black.makeApps(content), state: Self.black(state))
    refusals = Self.refusals(present)
    for record in state.apps { restore(record) }
    let snapshots = present.screens.map(\.snapshot)
    for snapshot in snapshots { names[snapshot.id] = snapshot.name }
    system.handle(.screens(snapshots.map { .connected($0) }))
    settle()
    modesets = []
  }

  /// Does what a reload of this configuration does.
  func reload(_ loaded: Configuration) {
    system.apply(loaded, insteadOf: configuration, apps: loaded.black.makeApps(content))
    configuration = loaded
    settle()
  }

  /// What each screen shows, and how; and whether its mode was set since the last look.
  func takeScreens() -> [PlannedScreen] {
    defer { modesets = [] }
    return system.screens.compactMap { screen in
      guard let coordinator = try? system.find(screen.name) else { return nil }
      let session = coordinator.shownScene?.session
      return PlannedScreen(
        record: DecisionRecord(screen, coordinator.decision, standIn: configuration.standIn),
        mode: screen.currentMode.map { ModeNames(of: screen.availableModes)[$0] },
        scene: session.map { PlannedScreen.Scene($0, configuration) }, wasSet: modesets.contains(screen.name))
    }
  }

  private static func black(_ state: PersistentState) -> PersistentState {
    var state = state
    for index in state.sessions.indices {
      if state.sessions[index].chosenContent != nil { state.sessions[index].chosenContent = .color(.black) }
      if state.sessions[index].answer?.content != nil { state.sessions[index].answer?.content = .color(.black) }
    }
    return state
  }

  private static func refusals(_ system: SceneSystem) -> [String: [String: DisplayError]] {
    var refusals: [String: [String: DisplayError]] = [:]
    for screen in system.screens {
      for attempt in (try? system.find(screen.name))?.decision.attempts ?? [] {
        if let error = attempt.error { refusals[screen.name, default: [:]][attempt.mode] = error }
      }
    }
    return refusals
  }

  /// A registered app, as if its controller were away: its screens show what they do.
  private func restore(_ record: AppRecord) {
    var configurations = record.manifest.configurations
    for role in configurations.keys {
      configurations[role] = configurations[role]?.map { configuration in
        var configuration = configuration
        if configuration.content != nil { configuration.content = .color(.black) }
        return configuration
      }
    }
    let content = content
    system.restore(
      App(
        name: record.name,
        manifest: SceneManifest(
          configurations: configurations, supportsMultipleScenes: record.manifest.supportsMultipleScenes,
          version: record.manifest.version),
        isFallback: record.isFallback, isPrivate: record.isPrivate, support: record.support.map { Sourced($0) },
        makeDelegate: { ContentSceneDelegate(content) }))
  }

  private func settle() {
    for _ in 0..<Self.steps {
      answerAll()
      clock.advance(by: Self.step)
    }
    answerAll()
  }

  /// Answers what the device is asked, and what is asked because of that.
  private func answerAll() {
    for _ in 0..<Self.mostCommands {
      guard !relay.commands.isEmpty else { return }
      for report in answers(to: relay.commands.removeFirst()) { system.handle(report) }
    }
  }

  private func answers(to command: DisplayCommand) -> [DisplayReport] {
    switch command {
    case .test(let screen, let token, let mode): [.tested(screen, token, outcome(screen, mode))]
    case .configure(let screen, let token, let mode, _, _):
      configured(screen, token, outcome(screen, mode))
    case .turnOff(let screen, let token): [.turnedOff(screen, token, .success(done))]
    case .present(let screen, _, _, _, let request): shown(screen, request)
    case .presentTogether(let orders): orders.flatMap { shown($0.screen, $0.request) }
    case .freeze, .capture, .observe, .follow: []
    }
  }

  private func configured(
    _ screen: ScreenID, _ token: CommitToken, _ result: Result<CommitOutcome, DisplayError>
  ) -> [DisplayReport] {
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

/// Keeps the commands of the second scene system until they are answered.
final class DryRunCommands {
  var commands: [DisplayCommand] = []
}

/// What a screen would show, and how.
struct PlannedScreen {
  struct Scene: Equatable {
    var app: String
    var configuration: String
    /// What the file has it show; nil where it was chosen at run time, or is an app's.
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
  var scene: Scene?
  var wasSet: Bool

  /// What is another than before, each as a sentence.
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
      changes.append("content: \(scene.configuration) of \(scene.app) shows something else")
    }
    return changes
  }
}

extension Configuration {
  /// The same with black in place of every content: nothing has to be drawn or looked for.
  var black: Configuration {
    var black = self
    for app in black.apps.indices {
      for role in black.apps[app].scenes.indices {
        for scene in black.apps[app].scenes[role].configurations.indices
        where black.apps[app].scenes[role].configurations[scene].content != nil {
          black.apps[app].scenes[role].configurations[scene].content = Sourced(.color(.black))
        }
      }
    }
    return black
  }
}
