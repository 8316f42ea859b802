internal import ControlClient
internal import ControlProtocol
internal import Dispatch

/// The connections of a registered app, read on the main queue.
@MainActor
final class DaemonLink {
  /// What comes over them.
  enum Report {
    /// The daemon tells or asks something.
    case message(AppMessage)
    /// The transaction was made, or why not.
    case answer(ControlError?)
    /// They have ended.
    case ended(ClientError)
  }

  /// With what the app comes back.
  let token: String
  /// The sessions that it had when it registered.
  let sessions: [SessionInfo]
  private let app: AppConnection
  private let stream: ControlClient
  private let updates: ControlClient
  private let report: (Report) -> Void
  private var pending: PendingCall<UpdateScenesCall>?
  private var sources: [any DispatchSourceRead] = []

  /// Registers the app; nothing is reported before ``listen()``.
  init(_ call: RegisterAppCall, report: @escaping (Report) -> Void) throws(ClientError) {
    stream = try ControlClient()
    updates = try ControlClient()
    app = try AppConnection(call, stream: stream, calls: ControlClient())
    token = app.token
    sessions = app.sessions
    self.report = report
  }

  /// Reports what comes from now on; calls that wait for their answers come before that.
  func listen() {
    listen(to: stream) { $0.readMessages() }
    listen(to: updates) { $0.readAnswer() }
  }

  private func listen(to client: ControlClient, _ read: @escaping @MainActor (DaemonLink) -> Void) {
    let source = DispatchSource.makeReadSource(fileDescriptor: client.descriptor, queue: .main)
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated { if let self { read(self) } }
    }
    // The descriptor stays open until nobody waits for it any more.
    source.setCancelHandler { MainActor.assumeIsolated { withExtendedLifetime(self) {} } }
    source.activate()
    sources.append(source)
  }

  /// Ends the connections; nothing is reported afterwards.
  func close() {
    for source in sources { source.cancel() }
    sources = []
  }

  /// The displays that are there.
  func screens() throws(ClientError) -> [ScreenInfo] { try updates.call(ScreensCall()).screens }

  /// Puts the app in the foreground of all screens.
  func takeForeground(_ name: String) throws(ClientError) {
    _ = try updates.call(SetForegroundCall(app: name, noWait: true))
  }

  /// Begins a transaction, whose answer is reported.
  func send(_ changes: [SceneChangeInfo]) {
    do throws(ClientError) {
      pending = try updates.ask(UpdateScenesCall(token: token, changes: changes))
    } catch {
      // Not from within the call: whoever has asked is to have returned.
      DispatchQueue.main.async { MainActor.assumeIsolated { self.failed(error) } }
    }
  }

  /// Answers a question, after the changes that its first frame is to have; an error where these are refused.
  func answer(_ question: Int, scene: String, _ changes: [SceneChangeInfo]) throws(ClientError) {
    defer {
      // One that comes too late harms nothing, and where the connection has ended the stream tells of it.
      try? app.answer(question, configuration: SceneConfigurationInfo(name: scene))
    }
    guard !changes.isEmpty else { return }
    try app.prepare(changes)
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
        // Nothing was asked: it has ended.
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
