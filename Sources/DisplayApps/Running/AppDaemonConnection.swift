internal import ControlClient
internal import ControlProtocol
internal import Dispatch

/// The connections of a registered app.
///
/// It reads them on the main queue.
@MainActor
final class AppDaemonConnection {
  enum DaemonReport {
    case message(AppMessage)
    /// The daemon has made the transaction, or refused it.
    case answer(ControlError?)
    /// The connections have ended.
    case ended(ClientError)
  }

  private let app: AppConnection
  private let stream: ControlClient
  private let updates: ControlClient
  private let answerSeconds: Double
  private let report: (DaemonReport) -> Void
  private var pending: PendingCall<UpdateScenesCall>?
  private var sources: [any DispatchSourceRead] = []

  /// The main queue waits up to `answerSeconds` until the daemon takes an answer.
  ///
  /// The question itself ends after 500 ms.
  init(_ registration: AppRegistration, answerSeconds: Double = 2, report: @escaping (DaemonReport) -> Void) {
    stream = registration.stream
    updates = registration.updates
    app = registration.app
    self.answerSeconds = answerSeconds
    self.report = report
  }

  func listen() {
    listen(to: stream) { $0.readMessages() }
    listen(to: updates) { $0.readAnswer() }
    // Messages that came with the reply to the registration are already in memory, so read them now.
    DispatchQueue.main.async { MainActor.assumeIsolated { self.readMessages() } }
  }

  private func listen(to client: ControlClient, _ read: @escaping @MainActor (AppDaemonConnection) -> Void) {
    let source = DispatchSource.makeReadSource(fileDescriptor: client.descriptor, queue: .main)
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated { if let self { read(self) } }
    }
    // The descriptor stays open until its source is cancelled.
    source.setCancelHandler { MainActor.assumeIsolated { withExtendedLifetime(self) {} } }
    source.activate()
    sources.append(source)
  }

  /// Ends the connections.
  ///
  /// After that there are no reports.
  func close() {
    for source in sources { source.cancel() }
    sources = []
  }

  /// Begins a transaction, and reports its answer.
  func send(_ changes: [SceneChangeInfo]) {
    do throws(ClientError) {
      pending = try updates.start(UpdateScenesCall(token: app.token, changes: changes))
    } catch {
      // Report later, after the caller has returned.
      DispatchQueue.main.async { MainActor.assumeIsolated { self.failed(error) } }
    }
  }

  /// Sends the changes for a question's first frame, and then answers the question.
  ///
  /// Returns a refusal of the changes.
  ///
  /// If the daemon is gone or does not reply, it reports the end of the connections.
  func answer(_ question: Int, scene: String, window: Bool, _ changes: [SceneChangeInfo]) -> ControlError? {
    do throws(ClientError) {
      let refusal = try refusal { () throws(ClientError) in
        if !changes.isEmpty { try app.prepare(changes, timeoutSeconds: answerSeconds) }
      }
      // The daemon refuses a late answer too, which is harmless.
      _ = try self.refusal { () throws(ClientError) in
        try app.answer(
          question, configuration: SceneConfigurationInfo(name: scene), window: window, timeoutSeconds: answerSeconds)
      }
      return refusal
    } catch {
      end(error)
      return nil
    }
  }

  /// Makes a call, and returns a refusal.
  ///
  /// Throws any other error, because after it the connection is unusable.
  private func refusal(of call: () throws(ClientError) -> Void) throws(ClientError) -> ControlError? {
    do throws(ClientError) {
      try call()
      return nil
    } catch .failed(let reason) {
      return reason
    }
  }

  private func readMessages() {
    do throws(ClientError) {
      while !sources.isEmpty {
        guard let message = try app.next(timeoutSeconds: 0) else {
          return end(.lost(reason: "it was closed by the daemon"))
        }
        report(.message(message))
      }
    } catch {
      if case .timedOut = error { return }
      end(error)
    }
  }

  private func readAnswer() {
    do throws(ClientError) {
      guard let pending else {
        // Without a running call, the connection becomes readable only at its end.
        return end(.lost(reason: "it was closed by the daemon"))
      }
      guard try pending.reply() != nil else { return }
      self.pending = nil
      report(.answer(nil))
    } catch {
      failed(error)
    }
  }

  private func failed(_ error: ClientError) {
    guard !sources.isEmpty else { return }
    pending = nil
    guard case .failed(let reason) = error else { return end(error) }
    report(.answer(reason))
  }

  private func end(_ error: ClientError) {
    guard !sources.isEmpty else { return }
    close()
    report(.ended(error))
  }
}

/// The new connections of a registered app, and the daemon's replies.
struct AppRegistration {
  let app: AppConnection
  /// The connection for the daemon's messages and questions.
  let stream: ControlClient
  /// The connection for transactions.
  let updates: ControlClient
  let screens: [ScreenInfo]
  /// What the daemon keeps with the sessions of the window, by their identifiers.
  let data: [String: [String: JSONValue]]

  private init(
    _ call: RegisterAppCall, takesForeground: Bool, timeoutSeconds: Double?,
    connect: () throws(ClientError) -> ControlClient
  ) throws(ClientError) {
    stream = try connect()
    updates = try connect()
    app = try AppConnection(call, stream: stream, calls: connect(), timeoutSeconds: timeoutSeconds)
    screens = try updates.call(ScreensCall(), timeoutSeconds: timeoutSeconds).screens
    var data: [String: [String: JSONValue]] = [:]
    for session in app.sessions where session.role == MainWindow.role {
      do throws(ClientError) {
        let call = GetSessionCall(session: session.identifier)
        data[session.identifier] = try updates.call(call, timeoutSeconds: timeoutSeconds).userInfo
      } catch .failed {
        // The session was discarded meanwhile.
      }
    }
    self.data = data
    if takesForeground {
      _ = try updates.call(SetForegroundCall(app: call.name, noWait: true), timeoutSeconds: timeoutSeconds)
    }
  }

  /// Registers the app on another thread, because a starting daemon replies late, and the main queue must not wait.
  static func make(
    _ call: RegisterAppCall, takesForeground: Bool, timeoutSeconds: Double? = 30,
    connect: @escaping @Sendable () throws(ClientError) -> ControlClient = { () throws(ClientError) in
      try ControlClient()
    }
  ) async -> sending Result<AppRegistration, ClientError> {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        do throws(ClientError) {
          let made = try AppRegistration(
            call, takesForeground: takesForeground, timeoutSeconds: timeoutSeconds, connect: connect)
          continuation.resume(returning: .success(made))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
  }
}
