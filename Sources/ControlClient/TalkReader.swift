public import ControlProtocol

/// The talk of the daemon as it changes, one state after the other; the first is the present one.
///
/// It owns its connection, which ends with it. Belongs to one thread. Made by ``ControlClient/talk(timeoutSeconds:)``.
public final class TalkReader {
  private let client: ControlClient
  private var isOver = false

  init(client: ControlClient) {
    self.client = client
  }

  /// Waits for the next state.
  ///
  /// States that come faster than they are read are left out; the newest is not.
  ///
  /// - Parameter timeoutSeconds: How long to wait; nil waits for ever.
  /// - Returns: The talk, or none where none is going on; nil once the daemon has ended the stream.
  /// - Throws: ``ClientError/timedOut(seconds:)``, after which reading can go on; ``ClientError/lost(reason:)`` where the daemon went;
  ///   ``ClientError/refused(message:)`` without the access `observe`.
  public func next(timeoutSeconds: Double? = nil) throws(ClientError) -> GetTalkReply? {
    guard !isOver else { return nil }
    let (reply, continues) = try client.receive(GetTalkReply.self, client.deadline(timeoutSeconds))
    isOver = !continues
    return reply
  }
}
