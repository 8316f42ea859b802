public import ControlProtocol

/// The events of the daemon; the first is `snapshot`, or `resumed`.
///
/// It owns its connection, which ends with it. Belongs to one thread. Made by ``ControlClient/events(_:timeoutSeconds:)``.
public final class EventReader {
  private let client: ControlClient

  init(client: ControlClient) {
    self.client = client
  }

  /// Waits for the next event.
  ///
  /// - Parameter timeoutSeconds: How long to wait; nil waits without a limit.
  /// - Returns: The event, with its time in nanoseconds of the monotonic clock; nil once the daemon has ended the stream.
  /// - Throws: ``ClientError/timedOut(seconds:)``, after which reading can continue; ``ClientError/lost(reason:)`` if the daemon has gone;
  ///   ``ClientError/failed(_:)`` with `streamOverflow` if this reader was too slow; ``ClientError/refused(message:)`` without the
  ///   access `observe`.
  public func next(timeoutSeconds: Double? = nil) throws(ClientError) -> EventInfo? {
    try client.next(timeoutSeconds)
  }
}

/// The states of the talk; the first is the current one.
///
/// It owns its connection, which ends with it. Belongs to one thread. Made by ``ControlClient/talk(timeoutSeconds:)``.
public final class TalkReader {
  private let client: ControlClient

  init(client: ControlClient) {
    self.client = client
  }

  /// Waits for the next state.
  ///
  /// Older states that were not read in time are left out.
  ///
  /// - Parameter timeoutSeconds: How long to wait; nil waits without a limit.
  /// - Returns: The talk, or none if none is going on; nil once the daemon has ended the stream.
  /// - Throws: ``ClientError/timedOut(seconds:)``, after which reading can continue; ``ClientError/lost(reason:)`` if the daemon has gone;
  ///   ``ClientError/refused(message:)`` without the access `observe`.
  public func next(timeoutSeconds: Double? = nil) throws(ClientError) -> GetTalkReply? {
    try client.next(timeoutSeconds)
  }
}

/// The texts about the web pages on set-up cards, while this value lives.
public final class SetupOffer {
  private let client: ControlClient

  init(client: ControlClient) {
    self.client = client
  }

  /// The connection for poll(2): readable if data arrived or the connection ended.
  ///
  /// ``next(timeoutSeconds:)`` with zero seconds then returns all arrived replies.
  public var descriptor: Int32 { client.descriptor }

  /// Waits for the next change of the visibility of a card; the first reply is the current one.
  ///
  /// - Parameter timeoutSeconds: How long to wait; nil waits without a limit.
  /// - Returns: The reply; nil once the daemon has ended the stream.
  /// - Throws: ``ClientError/timedOut(seconds:)``, after which reading can continue; ``ClientError/lost(reason:)`` if the daemon has gone.
  public func next(timeoutSeconds: Double? = nil) throws(ClientError) -> OfferSetupReply? {
    try client.next(timeoutSeconds)
  }
}

/// The input of an app's application scenes, owned while this value lives.
///
/// It belongs to one thread. Input is sent on another connection (`SendInputCall`).
public final class InputOwnership {
  private let stream: ControlClient

  /// Owns the input of an app.
  ///
  /// - Parameters:
  ///   - app: The app's name.
  ///   - stream: A new connection, which can be used for nothing else afterwards.
  ///   - timeoutSeconds: How long to wait for the answer; nil waits without a limit.
  /// - Throws: ``ClientError/failed(_:)`` if another controller owns it, or the app has no application scenes;
  ///   ``ClientError/refused(message:)`` without the access `control`.
  public init(app: String, stream: ControlClient, timeoutSeconds: Double? = 30) throws(ClientError) {
    self.stream = stream
    _ = try stream.begin(OwnInputCall(app: app), timeoutSeconds: timeoutSeconds)
  }

  /// Waits until the ownership is lost.
  ///
  /// - Throws: ``ClientError/lost(reason:)`` if the daemon has gone.
  public func wait() throws(ClientError) {
    while let _: OwnInputReply = try stream.next(nil) {}
  }
}

/// All plays of a time in pieces, in the order in which they ended.
///
/// The daemon reads a piece once the previous one was taken. It owns its connection, which ends with it. Belongs to one thread. Made by
/// ``ControlClient/plays(_:timeoutSeconds:)``.
public final class PlayStream {
  private let client: ControlClient

  init(client: ControlClient) {
    self.client = client
  }

  /// Waits for the next piece.
  ///
  /// - Parameter timeoutSeconds: How long to wait; nil waits without a limit.
  /// - Returns: The next plays; the last piece has the warning. Nil after the last piece.
  /// - Throws: ``ClientError/timedOut(seconds:)``, after which reading can continue; ``ClientError/lost(reason:)`` if the daemon has gone;
  ///   ``ClientError/failed(_:)`` with the daemon's error; ``ClientError/refused(message:)`` without the access `control`.
  public func next(timeoutSeconds: Double? = nil) throws(ClientError) -> PlaysReply? {
    try client.next(timeoutSeconds)
  }
}
