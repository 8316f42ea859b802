public import ControlProtocol

/// An app that is registered while this object exists.
///
/// It receives the daemon's messages and questions, and sends answers and changes.
///
/// It owns both of its connections, and belongs to one thread. After its release the app has no controller, and its screens follow
/// `RegisterAppCall.controllerLoss`.
public final class AppConnection {
  /// The app's secret, for `RegisterAppCall.token` after this process has lost its connection.
  public let token: String
  /// The sessions from before the registration, one for each display and scene.
  public let sessions: [SessionInfo]
  private let name: String
  private let stream: ControlClient
  private let calls: ControlClient

  /// Registers an app on two connections.
  ///
  /// After that, use them for no other purpose.
  ///
  /// - Parameters:
  ///   - call: The app's name, and its scene configurations by role.
  ///   - stream: A new connection, for the daemon's messages and questions.
  ///   - calls: Another new connection, for answers and changes.
  ///   - timeoutSeconds: How long to wait for the registration; nil waits without a limit.
  /// - Throws: ``ClientError/failed(_:)`` with `appNameTaken` if the name belongs to another app, or with `tooManyApps`;
  ///   ``ClientError/refused(message:)`` without the access `control`; ``ClientError/timedOut(seconds:)``.
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

  /// Waits for the next message.
  ///
  /// Answer a question within 500 ms with ``answer(_:configuration:window:userInfo:timeoutSeconds:)``.
  ///
  /// - Parameter timeoutSeconds: How long to wait; nil waits without a limit.
  /// - Returns: The message; nil after the daemon has ended the stream.
  /// - Throws: ``ClientError/timedOut(seconds:)``, after which reading can continue; ``ClientError/lost(reason:)`` if the daemon is gone;
  ///   ``ClientError/failed(_:)`` if the daemon has ended the app, for example with `appNameTaken`.
  public func next(timeoutSeconds: Double? = nil) throws(ClientError) -> AppMessage? {
    try stream.next(timeoutSeconds)
  }

  /// Answers a question within 500 ms.
  ///
  /// Without a configuration the manifest's default applies.
  ///
  /// - Parameters:
  ///   - question: The number of the question.
  ///   - configuration: One of the manifest by its name alone, or one made for this connection.
  ///   - window: Whether the scene has a window; nil gives it a window if it has content.
  ///   - userInfo: The app's new data for the session; nil keeps the present data.
  ///   - timeoutSeconds: How long to wait for the reply; nil waits without a limit.
  /// - Throws: ``ClientError/failed(_:)`` with `noSuchQuestion` if the answer is late, which is harmless, or with an error of the
  ///   configuration; ``ClientError/timedOut(seconds:)`` and ``ClientError/lost(reason:)``, after which no other call is possible.
  public func answer(
    _ question: Int, configuration: SceneConfigurationInfo? = nil, window: Bool? = nil,
    userInfo: [String: JSONValue]? = nil, timeoutSeconds: Double? = 30
  ) throws(ClientError) {
    _ = try calls.call(
      AnswerAppCall(
        token: token, question: question, configuration: configuration, window: window, userInfo: userInfo),
      timeoutSeconds: timeoutSeconds)
  }

  /// Requests another application scene of the app, which is asked about it as ``next(timeoutSeconds:)`` returns.
  ///
  /// It does not wait for the scene's frame, because this thread may have to answer the question.
  ///
  /// - Parameters:
  ///   - activity: The task of the scene. The question and `sceneWillConnect` have it.
  ///   - configuration: The name of a configuration of the manifest; nil for the first.
  ///   - userInfo: The app's data for the session from its beginning.
  ///   - frame: The place of its window; nil for a place beside the others.
  /// - Returns: The session's identifier.
  /// - Throws: ``ClientError/failed(_:)`` if there may be no further scene, or no such configuration.
  public func requestScene(
    activity: ActivityInfo? = nil, configuration: String? = nil, userInfo: [String: JSONValue]? = nil,
    frame: FrameInfo? = nil
  ) throws(ClientError) -> String {
    try calls.call(
      RequestSceneCall(
        app: name, userInfo: userInfo, frame: frame, noWait: true, activity: activity, configuration: configuration,
        token: token)
    ).session
  }

  /// Makes all changes of sessions of the app or none, and waits for their frames.
  ///
  /// When this returns, all changes are on the daemon's disk, including changes for displays that are not connected.
  ///
  /// - Parameter changes: At most 64.
  /// - Returns: A frame for each screen that shows a change, with the time of its flip in nanoseconds of the monotonic clock and a hash
  ///   of its pixels.
  /// - Throws: ``ClientError/failed(_:)`` if nothing was changed, or if the changes could not be stored; ``ClientError/timedOut(seconds:)``
  ///   after 30 s.
  @discardableResult
  public func update(_ changes: [SceneChangeInfo]) throws(ClientError) -> [PresentedFrame] {
    try calls.call(UpdateScenesCall(token: token, changes: changes)).presented
  }

  /// Changes sessions of the app like ``update(_:)``, but does not wait for the frames.
  ///
  /// Use it, for example, before an answer about them.
  ///
  /// - Parameters:
  ///   - changes: At most 64.
  ///   - timeoutSeconds: How long to wait for the answer; nil waits without a limit.
  /// - Throws: ``ClientError/failed(_:)`` if nothing was changed, or if the changes could not be stored; ``ClientError/timedOut(seconds:)``
  ///   and ``ClientError/lost(reason:)``, after which no other call is possible.
  public func prepare(_ changes: [SceneChangeInfo], timeoutSeconds: Double? = 30) throws(ClientError) {
    _ = try calls.call(
      UpdateScenesCall(token: token, changes: changes, noWait: true), timeoutSeconds: timeoutSeconds)
  }

  /// Requests messages of the kind `refresh` in ``next(timeoutSeconds:)``, for the refreshes of the screen that shows a session of the app.
  ///
  /// It costs nothing while no screen shows the session. Refreshes that the app does not read in time are skipped.
  ///
  /// - Parameters:
  ///   - session: The session's identifier.
  ///   - maximumHertz: The maximum number of messages a second; nil for every refresh.
  /// - Throws: ``ClientError/failed(_:)`` if the app has no such session.
  public func startDisplayLink(_ session: String, maximumHertz: Double? = nil) throws(ClientError) {
    _ = try calls.call(StartDisplayLinkCall(token: token, session: session, maximumHertz: maximumHertz))
  }

  /// Ends the messages of ``startDisplayLink(_:maximumHertz:)``.
  ///
  /// - Parameter session: The session's identifier.
  /// - Throws: ``ClientError/failed(_:)`` if the app has no such session.
  public func stopDisplayLink(_ session: String) throws(ClientError) {
    _ = try calls.call(StopDisplayLinkCall(token: token, session: session))
  }

  /// Unregisters the app.
  ///
  /// Its scenes end, and its sessions stay.
  ///
  /// - Returns: A frame for each screen whose picture changes.
  /// - Throws: ``ClientError/failed(_:)`` if the app does not exist any more.
  @discardableResult
  public func unregister() throws(ClientError) -> [PresentedFrame] {
    try calls.call(UnregisterAppCall(app: name, token: token)).presented
  }
}
