internal import ControlClient
internal import ControlProtocol
internal import Dispatch
internal import Glibc

/// Runs an app: registers it, handles its messages, and registers it again with a restarted daemon.
@MainActor
final class AppRun<App: DisplayApp> {
  private let app: App
  private var link: AppDaemonConnection?
  private var token: String?
  private var hasStarted = false
  private lazy var updater = SceneUpdater(
    scenes: { [app] in app.body.scenes }, send: { [weak self] in self?.link?.send($0) })

  init(_ app: App) { self.app = app }

  func run() -> Never {
    // Keep this object alive, because `dispatchMain` ends the first thread.
    _ = Unmanaged.passRetained(self)
    register()
    dispatchMain()
  }

  private func register() {
    let scenes = Dictionary(grouping: app.body.scenes, by: \.role).mapValues { $0.map(\.configuration) }
    let call = RegisterAppCall(
      name: App.name, scenes: scenes, controllerLoss: App.whenGone.info, token: token)
    let takesForeground = !hasStarted && App.startsInForeground
    Task {
      switch await AppRegistration.make(call, takesForeground: takesForeground) {
      case .success(let registration): begin(registration)
      case .failure(let error): lost(error)
      }
    }
  }

  private func begin(_ registration: AppRegistration) {
    let link = AppDaemonConnection(registration) { [weak self] in self?.take($0) }
    self.link = link
    token = registration.app.token
    updater.begin(registration.app.sessions, data: registration.data, on: registration.screens)
    link.listen()
    guard !hasStarted else { return }
    hasStarted = true
    app.start()
  }

  private func take(_ report: AppDaemonConnection.DaemonReport) {
    switch report {
    case .message(let message): take(message)
    case .answer(nil): updater.wasTaken()
    case .answer(let reason?):
      log(reason.description)
      updater.wasRefused()
    case .ended(let error): lost(error)
    }
  }

  private func take(_ message: AppMessage) {
    guard let session = message.session else { return }
    switch message.kind {
    case .question:
      guard let question = message.question, let screen = message.screen, let scene = message.configuration,
        let role = message.role
      else { return }
      let changes = updater.connect(
        session, role: role, scene: scene, data: message.userInfo, activities: SceneActivity.activities(of: message),
        on: ScreenDescription(screen))
      let refusal = link?.answer(question, scene: scene, window: updater.hasContent(session), changes)
      if let refusal { log(refusal.description) }
    case .event:
      if let screen = message.screen {
        updater.move(session, to: ScreenDescription(screen))
      } else if message.event == EventName.sceneDidDisconnect.rawValue {
        updater.move(session, to: nil)
      }
      if let phase = ScenePhase(after: message.event) { updater.setPhase(phase, of: session) }
    case .discarded: updater.discard(session)
    case .input:
      guard let kind = message.inputKind else { return }
      updater.receive(UserInput.inputs(kind: kind, values: message.values ?? [:], text: message.text), in: session)
    case .activity: updater.resume(SceneActivity.activities(of: message), in: session)
    case .registered, .refresh: break
    }
  }

  /// Waits for the daemon after an outage.
  ///
  /// Ends the process if the daemon never ran, or refuses the app.
  private func lost(_ error: ClientError) {
    let wasThere = link != nil
    link?.close()
    link = nil
    guard hasStarted, error.isOutage else { end(error) }
    if wasThere { log("\(error) Waiting for it.") }
    DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(1)) {
      MainActor.assumeIsolated { self.register() }
    }
  }

  private func end(_ error: ClientError) -> Never {
    log(error.description)
    switch error {
    case .noDaemon, .lost: exit(3)
    case .refused: exit(4)
    case .timedOut: exit(5)
    case .failed, .invalidReply: exit(1)
    }
  }

  private func log(_ text: String) {
    let line = Array("\(App.name): \(text)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }
}

extension ClientError {
  /// Whether a registered app registers again after this error.
  ///
  /// Otherwise the daemon has refused the app.
  var isOutage: Bool {
    switch self {
    case .noDaemon, .timedOut, .lost, .invalidReply: true
    // The app read its messages too slowly, or other programs use all connections at the moment.
    case .failed(.streamOverflow), .failed(.tooManyConnections): true
    case .failed, .refused: false
    }
  }
}
