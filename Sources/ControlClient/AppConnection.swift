public import ControlProtocol

/// An app that this process registers, for as long as this value lives: what the daemon tells and asks it, and what it answers.
///
/// Belongs to one thread.
public final class AppConnection {
  /// With what the app says who it is; for `RegisterAppCall.token` where this process loses its connection and comes back.
  public let token: String
  /// The sessions that the app has already.
  public let sessions: [SessionInfo]
  private let name: String
  private let stream: ControlClient
  private let calls: ControlClient
  private var isOver = false

  /// Registers an app on two connections: one on which it is told and asked, and one for its calls.
  ///
  /// Throws `failed` with `appNameTaken` where the name belongs to another app.
  public init(
    _ call: RegisterAppCall, stream: ControlClient, calls: ControlClient, timeoutSeconds: Double? = 30
  ) throws(ClientError) {
    name = call.name
    self.stream = stream
    self.calls = calls
    let first = try stream.begin(call, timeoutSeconds: timeoutSeconds)
    guard first.kind == .registered, let token = first.token else {
      throw .invalidReply(reason: "the first message is \(first.kind.rawValue)")
    }
    self.token = token
    sessions = first.sessions ?? []
  }

  /// Waits for the next message; nil once the daemon has ended the stream.
  ///
  /// Throws `timedOut` after `timeoutSeconds` (nil waits for ever), after which reading can go on; `lost` where the daemon went.
  public func next(timeoutSeconds: Double? = nil) throws(ClientError) -> AppMessage? {
    guard !isOver else { return nil }
    let (message, continues) = try stream.receive(AppMessage.self, Deadline(seconds: timeoutSeconds))
    isOver = !continues
    return message
  }

  /// Answers a question, within 500 ms after it was asked; without a configuration the manifest's default counts.
  public func answer(
    _ question: Int, configuration: SceneConfigurationInfo? = nil, window: Bool? = nil
  ) throws(ClientError) {
    _ = try calls.call(
      AnswerAppCall(token: token, question: question, configuration: configuration, window: window))
  }

  /// Changes sessions of the app, and waits for the frames that show it.
  @discardableResult
  public func update(_ changes: [SceneChangeInfo]) throws(ClientError) -> [PresentedFrame] {
    try calls.call(UpdateScenesCall(token: token, changes: changes)).presented
  }

  /// Has the app told by `next`, as messages of the kind `refresh`, of the refreshes of the screen that shows a session of it.
  public func startDisplayLink(_ session: String, maximumHertz: Double? = nil) throws(ClientError) {
    _ = try calls.call(StartDisplayLinkCall(token: token, session: session, maximumHertz: maximumHertz))
  }

  /// Ends that.
  public func stopDisplayLink(_ session: String) throws(ClientError) {
    _ = try calls.call(StopDisplayLinkCall(token: token, session: session))
  }

  /// Leaves for good: the app's scenes end, its sessions stay.
  public func unregister() throws(ClientError) {
    _ = try calls.call(UnregisterAppCall(app: name, token: token))
  }
}
