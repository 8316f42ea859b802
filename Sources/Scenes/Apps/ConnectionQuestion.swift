internal import DisplayTypes
internal import Presentation

/// The question to an app for the configuration of a scene that is about to connect, and its time limit.
///
/// Pure. Each screen has one, for the scene that is due.
nonisolated struct ConnectionQuestion: Hashable {
  /// A change of the modes makes it another question.
  struct Subject: Hashable {
    var session: String
    var modes: [ScreenMode]
  }

  enum Phase: Hashable {
    case unasked
    case asking(Subject, number: UInt64, deadline: MonotonicTime)
    /// Also if the time for the answer is over.
    case answered(Subject)
  }

  /// The next action for a scene that is due.
  enum Action: Hashable {
    case ask(until: MonotonicTime)
    case wait
    case goOn
  }

  private(set) var phase = Phase.unasked

  /// The time for an answer, in nanoseconds.
  static let patience: UInt64 = 500_000_000

  var isOpen: Bool {
    if case .asking = phase { true } else { false }
  }

  /// Returns the next action for a scene that is due and not connected yet.
  ///
  /// If the modes of an open question change, for example because an EDID comes late, the new question keeps the first deadline.
  mutating func consider(_ subject: Subject, number: UInt64, now: MonotonicTime) -> Action {
    var deadline = now.advanced(by: ConnectionQuestion.patience)
    switch phase {
    case .unasked: break
    case .answered(let answered):
      if answered == subject { return .goOn }
    case .asking(let asked, _, let first):
      if asked == subject { return .wait }
      if asked.session == subject.session { deadline = first }
    }
    phase = .asking(subject, number: number, deadline: deadline)
    return .ask(until: deadline)
  }

  /// Records the answer; false if it is late, or for another question.
  mutating func answered(_ number: UInt64) -> Bool {
    guard case .asking(let subject, number: number, _) = phase else { return false }
    phase = .answered(subject)
    return true
  }

  /// Whether the time for the answer is over.
  ///
  /// The default counts then.
  mutating func timeOver(now: MonotonicTime) -> Bool {
    guard case .asking(let subject, _, let deadline) = phase, now >= deadline else { return false }
    phase = .answered(subject)
    return true
  }
}

/// An app and the session of its question.
struct AskedApp {
  let app: App
  let session: SceneSession
  /// The app did not answer at once.
  var isAwaited = false
}

/// Asks apps for the configurations of the scenes of one screen.
final class ConnectionInquiry {
  private unowned let stage: ScreenScenes
  private var question = ConnectionQuestion()
  /// Nil once the session is connected.
  private var asked: AskedApp?
  private var timer: (any DisplayTimer)?

  init(_ stage: ScreenScenes) {
    self.stage = stage
    timer = stage.system.makeTimer { [weak self] in self?.timeOver() }
  }

  private var coordinator: ScreenCoordinator { stage.coordinator }
  private var system: SceneSystem { stage.system }
  private var pass: SettlePass { stage.pass }

  /// Asks the app of the scene that is due for its configuration, once a connection and before a mode is set.
  ///
  /// True until the reply.
  func awaitsAnswer() -> Bool {
    guard let screen = stage.screen, case .scene(let name, let role) = stage.picture.shown, let app = system.app(name),
      !stage.scenes.contains(where: { $0.session.app == name && $0.session.role == role })
    else {
      withdraw()
      return false
    }
    let found = stage.foundSession(of: app, role)
    let former = found?.configuration.name
    let reason = found.flatMap { app.presence == .here ? app.manifest.reasonToAsk(for: $0) : nil }
    guard let session = stage.claimDueSession() else { return false }
    let subject = ConnectionQuestion.Subject(session: session.identifier, modes: screen.snapshot.modes)
    let number = system.pass.numbers.next()
    switch question.consider(subject, number: number, now: system.clock.now) {
    case .goOn: return false
    case .wait: return true
    case .ask(let deadline):
      if let asked, asked.session !== session { notifyNotAsked(asked) }
      asked = AskedApp(app: app, session: session)
      // The app is not asked again about the same manifest version. The next input keeps it.
      session.manifestVersion = app.manifest.version
      ask(app, session, number, former: former)
      // The app has ended the session meanwhile.
      guard stage.upcoming?.session === session else { return true }
      if let reason { system.post(.sessionWasAskedAgain(system.calls.label(of: session), reason)) }
      guard question.isOpen else { return false }
      asked?.isAwaited = true
      coordinator.note("asked")
      timer?.arm(at: deadline)
      return true
    }
  }

  func hasAsked(_ app: String) -> Bool { asked?.app.name == app }

  /// Ends the question, because its session is connected, or another one is due.
  func withdraw() {
    timer?.disarm()
    if question.isOpen, let asked { notifyNotAsked(asked) }
    if let asked, asked.session.scene == nil { asked.session.passing.answered = nil }
    asked = nil
    question = ConnectionQuestion()
  }

  private func notifyNotAsked(_ asked: AskedApp) {
    pass.notify { asked.app.delegate.isNoLongerAsked(about: asked.session) }
  }

  /// Uses the default, because the app has not answered in time.
  func timeOver() {
    guard question.timeOver(now: system.clock.now), let asked else { return }
    system.post(.appDidNotAnswer(system.calls.label(of: asked.session)))
    notifyNotAsked(asked)
    coordinator.reconsider()
  }

  /// Nil if the app was not asked, or left the choice to its manifest.
  func answeredConfiguration(of app: String) -> SceneConfiguration? {
    if let scene = stage.scenes.first(where: { $0.session.app == app }) { return scene.session.passing.answered }
    guard let asked, asked.app.name == app else { return nil }
    return asked.session.passing.answered
  }

  private func ask(_ app: App, _ session: SceneSession, _ number: UInt64, former: String?) {
    guard let screen = stage.screen else { return }
    session.passing.answered = nil
    if app.presence == .gone(.keep) {
      // The controller has gone, and the picture stays: the last answer counts.
      _ = question.answered(number)
      session.passing.answered = app.manifest.current(session.lastAnswer, for: session.role)
      if let answered = session.passing.answered { session.configuration = answered }
      return
    }
    let isKnown = former.map { name in
      app.manifest.configurations(for: session.role).contains { $0.name == name }
    }
    let options = ConnectionOptions(
      screen: screen.snapshot, activities: session.activity.map { [$0] } ?? [],
      formerConfiguration: isKnown == false ? former : nil, isStandIn: coordinator.isStandIn)
    pass.call {
      app.delegate.configuration(for: session, options: options) { [weak self] configuration in
        self?.pass.input { self?.answered(number, session, configuration) }
      }
    }
  }

  private func answered(_ number: UInt64, _ session: SceneSession, _ configuration: SceneConfiguration?) {
    guard question.answered(number) else { return }
    session.passing.answered = configuration
    if let configuration { session.configuration = configuration }
    guard asked?.isAwaited == true else { return }
    timer?.disarm()
    coordinator.note("answered")
    coordinator.reconsider()
  }

  /// Asks an app again about a connected session, for the given reason.
  ///
  /// The scene has the manifest's default meanwhile. A late reply counts unless the scene has ended or the manifest has changed.
  func askAgain(_ app: App, _ scene: Scene, _ reason: AskReason) {
    guard let screen = stage.screen else { return }
    let session = scene.session
    session.manifestVersion = app.manifest.version
    let options = ConnectionOptions(
      screen: screen.snapshot, activities: [], formerConfiguration: nil, isStandIn: coordinator.isStandIn)
    let version = app.manifest
    let completion = { [weak self, weak scene] (configuration: SceneConfiguration?) in
      guard let self, let configuration, let scene, scene.isConnected, let app = system.app(session.app),
        app.manifest == version
      else { return }
      pass.input {
        session.passing.answered = configuration
        session.lastAnswer = configuration
        session.configuration = configuration
        stage.mark(.decision)
      }
    }
    pass.notify { app.delegate.configuration(for: session, options: options, completion: completion) }
    system.post(.sessionWasAskedAgain(system.calls.label(of: session), reason))
  }
}
