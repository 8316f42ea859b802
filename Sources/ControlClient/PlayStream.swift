public import ControlProtocol

/// All plays of a time in pieces, in the order in which they ended.
///
/// The daemon reads a piece once the one before was taken. It owns its connection, which ends with it. Belongs to one thread. Made by
/// ``ControlClient/plays(_:timeoutSeconds:)``.
public final class PlayStream {
  private let client: ControlClient
  private var isOver = false

  init(client: ControlClient) {
    self.client = client
  }

  /// Waits for the next piece.
  ///
  /// - Parameter timeoutSeconds: How long to wait; nil waits for ever.
  /// - Returns: The next plays; the last piece has the warning. Nil after the last piece.
  /// - Throws: ``ClientError/timedOut(seconds:)``, after which reading can go on; ``ClientError/lost(reason:)`` where the daemon went;
  ///   ``ClientError/failed(_:)`` with the daemon's error; ``ClientError/refused(message:)`` without the access `control`.
  public func next(timeoutSeconds: Double? = nil) throws(ClientError) -> PlaysReply? {
    guard !isOver else { return nil }
    let (reply, continues) = try client.receive(PlaysReply.self, client.deadline(timeoutSeconds))
    isOver = !continues
    return reply
  }
}
