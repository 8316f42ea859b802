public import ControlProtocol

/// Reads the events of the daemon.
///
/// The first is `snapshot` or `resumed`.
///
/// It owns its connection, and its release ends the connection. It belongs to one thread. ``ControlClient/events(_:timeoutSeconds:)`` makes
/// it.
public final class EventReader {
  private let client: ControlClient

  init(client: ControlClient) {
    self.client = client
  }

  /// Waits for the next event.
  ///
  /// - Parameter timeoutSeconds: How long to wait; nil waits without a limit.
  /// - Returns: The event, with its time in nanoseconds of the monotonic clock; nil after the daemon has ended the stream.
  /// - Throws: ``ClientError/timedOut(seconds:)``, after which reading can continue; ``ClientError/lost(reason:)`` if the daemon is gone;
  ///   ``ClientError/failed(_:)`` with `streamOverflow` if this reader was too slow; ``ClientError/refused(message:)`` without the access
  ///   `observe`.
  public func next(timeoutSeconds: Double? = nil) throws(ClientError) -> EventInfo? {
    try client.next(timeoutSeconds)
  }
}

/// Reads the states of the talk.
///
/// The first is the current state.
///
/// It owns its connection, and its release ends the connection. It belongs to one thread. ``ControlClient/talk(timeoutSeconds:)`` makes it.
public final class TalkReader {
  private let client: ControlClient

  init(client: ControlClient) {
    self.client = client
  }

  /// Waits for the next state.
  ///
  /// It skips older states that were not read in time.
  ///
  /// - Parameter timeoutSeconds: How long to wait; nil waits without a limit.
  /// - Returns: The reply, whose talk is nil if there is no talk; nil after the daemon has ended the stream.
  /// - Throws: ``ClientError/timedOut(seconds:)``, after which reading can continue; ``ClientError/lost(reason:)`` if the daemon is gone;
  ///   ``ClientError/refused(message:)`` without the access `observe`.
  public func next(timeoutSeconds: Double? = nil) throws(ClientError) -> GetTalkReply? {
    try client.next(timeoutSeconds)
  }
}

/// Offers the texts about the web pages on set-up cards while this object exists.
public final class SetupOffer {
  private let client: ControlClient

  init(client: ControlClient) {
    self.client = client
  }

  /// The connection for poll(2).
  ///
  /// It is readable if data has arrived or the connection has ended.
  ///
  /// Then call ``next(timeoutSeconds:)`` with zero seconds until it has returned all arrived replies.
  public var descriptor: Int32 { client.descriptor }

  /// Waits for the next change of the visibility of a card.
  ///
  /// The first reply is the current state.
  ///
  /// - Parameter timeoutSeconds: How long to wait; nil waits without a limit.
  /// - Returns: The reply; nil after the daemon has ended the stream.
  /// - Throws: ``ClientError/timedOut(seconds:)``, after which reading can continue; ``ClientError/lost(reason:)`` if the daemon is gone.
  public func next(timeoutSeconds: Double? = nil) throws(ClientError) -> OfferSetupReply? {
    try client.next(timeoutSeconds)
  }
}

/// Owns the input of an app's application scenes while this object exists.
///
/// It belongs to one thread. Send input on another connection (`SendInputCall`).
public final class InputOwnership {
  private let stream: ControlClient

  /// Owns the input of an app.
  ///
  /// - Parameters:
  ///   - app: The app's name.
  ///   - stream: A new connection. After that, use it for no other purpose.
  ///   - timeoutSeconds: How long to wait for the answer; nil waits without a limit.
  /// - Throws: ``ClientError/failed(_:)`` if another controller owns the input, or the app has no application scenes;
  ///   ``ClientError/refused(message:)`` without the access `control`.
  public init(app: String, stream: ControlClient, timeoutSeconds: Double? = 30) throws(ClientError) {
    self.stream = stream
    _ = try stream.begin(OwnInputCall(app: app), timeoutSeconds: timeoutSeconds)
  }

  /// Waits until the ownership is lost.
  ///
  /// - Throws: ``ClientError/lost(reason:)`` if the daemon is gone.
  public func wait() throws(ClientError) {
    while let _: OwnInputReply = try stream.next(nil) {}
  }
}

/// Reads all plays of a period in pieces, in the order in which they ended.
///
/// The daemon reads a piece after it has sent the previous one. This object owns its connection, and its release ends the connection. It
/// belongs to one thread. ``ControlClient/plays(_:timeoutSeconds:)`` makes it.
public final class PlayStream {
  private let client: ControlClient

  init(client: ControlClient) {
    self.client = client
  }

  /// Waits for the next piece.
  ///
  /// - Parameter timeoutSeconds: How long to wait; nil waits without a limit.
  /// - Returns: The next plays, or nil after the last piece. The last piece has the warning.
  /// - Throws: ``ClientError/timedOut(seconds:)``, after which reading can continue; ``ClientError/lost(reason:)`` if the daemon is gone;
  ///   ``ClientError/failed(_:)`` with the daemon's error; ``ClientError/refused(message:)`` without the access `control`.
  public func next(timeoutSeconds: Double? = nil) throws(ClientError) -> PlaysReply? {
    try client.next(timeoutSeconds)
  }
}
