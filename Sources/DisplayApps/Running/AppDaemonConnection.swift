internal import ControlClient
internal import ControlProtocol
internal import Dispatch

/// The connections of a registered app, read on the main queue.
@MainActor
final class AppDaemonConnection {
  /// A message on the connections.
  enum Report {
    /// A message or question of the daemon.
    case message(AppMessage)
    /// The transaction was made, or why not.
    case answer(ControlError?)
    /// They have ended.
    case ended(ClientError)
  }

  private let app: AppConnection
  private let stream: ControlClient
  private let updates: ControlClient
  private let answerSeconds: Double
  private let report: (Report) -> Void
  private var pending: PendingCall<UpdateScenesCall>?
  private var sources: [any DispatchSourceRead] = []

  /// Makes a connection; nothing is reported before ``listen()``.
  ///
  /// - Parameters:
  ///   - registration: The connections to read.
  ///   - answerSeconds: The time for the daemon to take an answer, during which the main queue waits. The question itself ends after 500
  /// ms.
  ///   - report: Is called for each message.
  init(_ registration: AppRegistration, answerSeconds: Double = 2, report: @escaping (Report) -> Void) {
    stream = registration.stream
    updates = registration.updates
    app = registration.app
    self.answerSeconds = answerSeconds
    self.report = report
  }

  /// Reports messages from now on.
  func listen() {
    listen(to: stream) { $0.readMessages() }
    listen(to: updates) { $0.readAnswer() }
    // Bytes that came with the reply to the registration have been received already.
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

  /// Ends the connections; nothing is reported afterwards.
  func close() {
    for source in sources { source.cancel() }
    sources = []
  }

  /// Begins a transaction; its answer is reported.
  func send(_ changes: [SceneChangeInfo]) {
    do throws(ClientError) {
      pending = try updates.ask(UpdateScenesCall(token: app.token, changes: changes))
    } catch {
      // The report comes later, so that the caller has returned.
      DispatchQueue.main.async { MainActor.assumeIsolated { self.failed(error) } }
    }
  }

  /// Answers a question, after the changes that its first frame is to have.
  ///
  /// Where the daemon has gone, or does not answer, that is reported as the end.
  ///
  /// - Returns: Why the changes were refused, if they were.
  func answer(_ question: Int, scene: String, _ changes: [SceneChangeInfo]) -> ControlError? {
    do throws(ClientError) {
      let refusal = try refusal { () throws(ClientError) in
        if !changes.isEmpty { try app.prepare(changes, timeoutSeconds: answerSeconds) }
      }
      // An answer that comes too late is refused too, which harms nothing.
      _ = try self.refusal { () throws(ClientError) in
        try app.answer(
          question, configuration: SceneConfigurationInfo(name: scene), timeoutSeconds: answerSeconds)
      }
      return refusal
    } catch {
      end(error)
      return nil
    }
  }

  /// Makes a call; any error but a refusal is thrown, because the connection cannot be used afterwards.
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
        // No question is open: it has ended.
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

/// A registered app's connections and the daemon's replies; nothing reads the connections yet.
struct AppRegistration {
  let app: AppConnection
  /// The connection for the daemon's messages and questions.
  let stream: ControlClient
  /// For transactions.
  let updates: ControlClient
  /// The displays that are there.
  let screens: [ScreenInfo]

  /// Registers the app and waits for the replies.
  ///
  /// - Parameters:
  ///   - call: The app.
  ///   - takesForeground: Whether it becomes the foreground app of all screens.
  ///   - timeoutSeconds: The time for each reply; nil waits without a limit.
  ///   - connect: Makes a connection.
  init(
    _ call: RegisterAppCall, takesForeground: Bool, timeoutSeconds: Double?,
    connect: () throws(ClientError) -> ControlClient
  ) throws(ClientError) {
    stream = try connect()
    updates = try connect()
    app = try AppConnection(call, stream: stream, calls: connect(), timeoutSeconds: timeoutSeconds)
    screens = try updates.call(ScreensCall(), timeoutSeconds: timeoutSeconds).screens
    if takesForeground {
      _ = try updates.call(SetForegroundCall(app: call.name, noWait: true), timeoutSeconds: timeoutSeconds)
    }
  }

  /// Registers the app on its own thread, because a daemon that is starting replies late, and the main queue must not wait.
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
