internal import DisplayTypes
internal import Presentation

/// The question to an app for the configuration of a scene that is about to connect, and its time limit. Pure. Each screen has one for the
/// external scene that is due, and each application scene has its own.
nonisolated struct ConnectionQuestion: Hashable {
  /// A change of the modes makes it another question.
  struct Subject: Hashable {
    var session: String
    /// Empty for an application scene, which takes the mode of its display.
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

  /// Returns the next action for a scene that is due and not connected yet. If the modes of an open question change, for example because an
  /// EDID comes late, the new question keeps the first deadline.
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

  /// Whether the time for the answer is over. The default counts then.
  mutating func timeOver(now: MonotonicTime) -> Bool {
    guard case .asking(let subject, _, let deadline) = phase, now >= deadline else { return false }
    phase = .answered(subject)
    return true
  }
}

/// A session that is about to be connected, and the app that is asked about it.
struct DueConnection {
  let app: App
  let session: SceneSession
  let screen: Screen
  /// Nil if the session has a configuration that counts.
  let reason: AskReason?
  /// The configuration before the question.
  let former: String

  /// The facts are those before the session gets the configuration of its manifest.
  init(_ app: App, _ session: SceneSession, on screen: Screen) {
    self.app = app
    self.session = session
    self.screen = screen
    reason = app.presence == .here ? app.manifest.reasonToAsk(for: session) : nil
    former = session.configuration.name
  }

  /// Nil if the manifest has the former configuration.
  fileprivate var lostConfiguration: String? {
    app.manifest.configurations(for: session.role).contains { $0.name == former } ? nil : former
  }
}

/// Asks apps for the configurations of scenes that are about to connect, one after the other.
final class ConnectionInquiry {
  private unowned let system: SceneSystem
  private var question = ConnectionQuestion()
  /// Nil once the session is connected.
  private var asked: (due: DueConnection, isAwaited: Bool)?
  private var timer: (any DisplayTimer)?
  /// The scene can connect now: its app has answered late, or the time is over.
  private let goOn: () -> Void

  init(_ system: SceneSystem, goOn: @escaping () -> Void) {
    self.system = system
    self.goOn = goOn
    timer = system.makeTimer { [weak self] in self?.timeOver() }
  }

  private var pass: SettlePass { system.pass }

  /// The app has not answered yet.
  var isOpen: Bool { question.isOpen }

  /// Asks for the configuration of a session once a connection; true until the reply.
  func awaitsAnswer(_ due: DueConnection) -> Bool {
    let modes = due.session.role == .application ? [] : due.screen.snapshot.modes
    let subject = ConnectionQuestion.Subject(session: due.session.identifier, modes: modes)
    let number = system.pass.numbers.next()
    switch question.consider(subject, number: number, now: system.clock.now) {
    case .goOn: return false
    case .wait: return true
    case .ask(let deadline):
      if let asked, asked.due.session !== due.session { notifyNotAsked(asked.due) }
      asked = (due, isAwaited: false)
      // The app is not asked again about the same manifest version. The next input keeps it.
      due.session.answer.manifestVersion = due.app.manifest.version
      ask(due, number)
      // The app has ended the session meanwhile.
      guard system.store.sessions.contains(where: { $0 === due.session }) else { return true }
      if let reason = due.reason {
        system.post(.sessionWasAskedAgain(system.calls.label(of: due.session), reason))
      }
      guard question.isOpen else { return false }
      asked?.isAwaited = true
      system.coordinator(of: due.screen.name)?.note("asked")
      timer?.arm(at: deadline)
      return true
    }
  }

  func hasAsked(_ app: String) -> Bool { asked?.due.app.name == app }

  /// Ends the question, because its session is connected, or another one is due.
  func withdraw() {
    timer?.disarm()
    if question.isOpen, let asked { notifyNotAsked(asked.due) }
    if let asked, asked.due.session.scene == nil { asked.due.session.passing.answered = nil }
    asked = nil
    question = ConnectionQuestion()
  }

  private func notifyNotAsked(_ due: DueConnection) {
    pass.notify { due.app.delegate.isNoLongerAsked(about: due.session) }
  }

  /// Uses the default, because the app has not answered in time.
  private func timeOver() {
    guard question.timeOver(now: system.clock.now), let due = asked?.due else { return }
    system.post(.appDidNotAnswer(system.calls.label(of: due.session)))
    notifyNotAsked(due)
    goOn()
  }

  /// Nil if the app left the choice to its manifest.
  var answeredConfiguration: SceneConfiguration? { asked?.due.session.passing.answered }

  /// The options of the connection that was asked about.
  func options(for session: SceneSession, on screen: Screen) -> ConnectionOptions {
    let isAsked = asked?.due.session === session
    return ConnectionOptions(session, on: screen, former: isAsked ? asked?.due.lostConfiguration : nil)
  }

  private func ask(_ due: DueConnection, _ number: UInt64) {
    let (app, session) = (due.app, due.session)
    session.passing.answered = nil
    if app.presence == .gone(.keep) {
      // The controller has gone, and the picture stays: the last answer counts.
      _ = question.answered(number)
      session.passing.answered = app.manifest.current(session.answer.configuration, for: session.role)
      if let answered = session.passing.answered { session.configuration = answered }
      return
    }
    let options = options(for: session, on: due.screen)
    pass.call {
      app.delegate.configuration(for: session, options: options) { [weak self] answer in
        self?.pass.input { self?.answered(number, due, answer) }
      }
    }
  }

  private func answered(_ number: UInt64, _ due: DueConnection, _ answer: ConnectionAnswer) {
    guard question.answered(number) else { return }
    system.lifetimes.take(answer, for: due.session)
    guard asked?.isAwaited == true else { return }
    timer?.disarm()
    system.coordinator(of: due.screen.name)?.note("answered")
    goOn()
  }
}

/// The external scene that is due on a screen.
extension ConnectionInquiry {
  /// Asks the app of the scene that is due for its configuration, once a connection and before a mode is set. True until the reply.
  func awaitsAnswer(on screenScenes: ScreenScenes) -> Bool {
    guard let screen = screenScenes.screen, case .scene(let name, let role) = screenScenes.picture.shown,
      let app = screenScenes.system.app(name),
      !screenScenes.scenes.contains(where: { $0.session.app == name && $0.session.role == role })
    else {
      withdraw()
      return false
    }
    let found = screenScenes.foundSession(of: app, role).map { DueConnection(app, $0, on: screen) }
    guard let session = screenScenes.claimDueSession() else { return false }
    return awaitsAnswer(found ?? DueConnection(app, session, on: screen))
  }

  /// Nil if the app was not asked, or left the choice to its manifest.
  func answeredConfiguration(of app: String, on screenScenes: ScreenScenes) -> SceneConfiguration? {
    if let scene = screenScenes.scenes.first(where: { $0.session.app == app }) { return scene.session.passing.answered }
    return hasAsked(app) ? answeredConfiguration : nil
  }
}

extension SessionLifetimes {
  /// Applies an app's answer to its session; values that there is no room for are reported and dropped.
  func take(_ answer: ConnectionAnswer, for session: SceneSession) {
    if let configuration = answer.configuration {
      // Otherwise an answer could show a scene for input while no controller owns it.
      if configuration.isLikeInInput(session.configuration, in: session.role) {
        session.passing.answered = configuration
        session.configuration = configuration
      } else {
        let message =
          "\(session.app) answered with \(configuration.name), which differs in `interactive`: it does not count"
        system.post(.trouble(screen: nil, message: message))
      }
    }
    if let window = answer.attachesWindow { session.attachesWindow = window }
    guard let userInfo = answer.userInfo else { return }
    do throws(SceneError) {
      try checkRoom(for: [SceneChange(session: session.identifier, userInfo: userInfo)])
      session.userInfo = userInfo
    } catch {
      system.post(.trouble(screen: nil, message: "the answer of \(session.app) is kept without its values: \(error)"))
    }
  }

  /// Asks an app again about a connected session, for the given reason. The scene has the manifest's default meanwhile. A late reply counts
  /// unless the scene has ended or the manifest has changed.
  func askAgain(_ app: App, _ scene: Scene, _ reason: AskReason, on screen: Screen) {
    let session = scene.session
    session.answer.manifestVersion = app.manifest.version
    var options = ConnectionOptions(session, on: screen, former: nil)
    options.activities = []
    let version = app.manifest
    let completion = { [weak self, weak scene] (answer: ConnectionAnswer) in
      guard let self, answer != .standard, system.sessions.contains(where: { $0 === session }) else { return }
      system.pass.input {
        // The values of a late answer count. Its configuration does not.
        guard let scene, scene.isConnected, let app = system.app(session.app), app.manifest == version else {
          return take(ConnectionAnswer(userInfo: answer.userInfo, attachesWindow: answer.attachesWindow), for: session)
        }
        take(answer, for: session)
        if answer.configuration != nil { session.answer.configuration = answer.configuration }
        system.pass.notify { scene.delegate.sessionDidChange(of: scene) }
        scene.owner?.mark(.configuration, of: scene)
      }
    }
    system.pass.notify { app.delegate.configuration(for: session, options: options, completion: completion) }
    system.post(.sessionWasAskedAgain(system.calls.label(of: session), reason))
  }
}
