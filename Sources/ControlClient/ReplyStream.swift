public import ControlProtocol

/// Reads the replies of a stream.
///
/// It owns its connection, and its release ends the connection. It belongs to one thread.
public final class ReplyStream<Reply: ControlReply> {
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

  /// Waits for the next reply.
  ///
  /// - Parameter timeoutSeconds: How long to wait; nil waits without a limit.
  /// - Returns: The reply; nil after the last one.
  /// - Throws: ``ClientError/timedOut(seconds:)``, after which reading can continue; ``ClientError/lost(reason:)`` if the daemon is gone;
  ///   ``ClientError/failed(_:)`` with the daemon's error, such as `streamOverflow` if this reader of events was too slow;
  ///   ``ClientError/refused(message:)`` if the access does not suffice.
  public func next(timeoutSeconds: Double? = nil) throws(ClientError) -> Reply? {
    try client.next(timeoutSeconds)
  }
}

/// Reads the events of the daemon.
///
/// The first is `snapshot` or `resumed`. ``ControlClient/events(_:timeoutSeconds:)`` makes it.
public typealias EventReader = ReplyStream<EventInfo>

/// Reads the states of the talk.
///
/// The first is the current state. It skips older states that were not read in time. The talk of a reply is nil if there is none.
/// ``ControlClient/talk(timeoutSeconds:)`` makes it.
public typealias TalkReader = ReplyStream<GetTalkReply>

/// Reads all plays of a period in pieces, in the order in which they ended.
///
/// The daemon reads a piece after it has sent the previous one. The last piece has the warning.
/// ``ControlClient/plays(_:timeoutSeconds:)`` makes it.
public typealias PlayStream = ReplyStream<PlaysReply>

/// Offers the texts about the web pages on set-up cards while it exists.
///
/// The first reply is the current visibility of a card, and each further one is a change.
public typealias SetupOffer = ReplyStream<OfferSetupReply>

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
