public import ControlProtocol

/// The talk of the daemon as it changes, one state after the other; the first is the present one.
public final class TalkReader {
  private let client: ControlClient
  private var isOver = false

  init(client: ControlClient) {
    self.client = client
  }

  /// Waits for the next state: the talk, or none where none is going on; nil once the daemon has ended the stream.
  ///
  /// Throws `timedOut` after `timeoutSeconds` (nil waits for ever), after which reading can go on; `lost` where the daemon went.
  public func next(timeoutSeconds: Double? = nil) throws(ClientError) -> GetTalkReply? {
    guard !isOver else { return nil }
    let (reply, continues) = try client.receive(GetTalkReply.self, Deadline(seconds: timeoutSeconds))
    isOver = !continues
    return reply
  }
}
