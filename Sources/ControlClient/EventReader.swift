public import ControlProtocol

/// The events of the daemon, one after the other; the first is `snapshot`, or `resumed`.
public final class EventReader {
  private let client: ControlClient
  private var isOver = false

  init(client: ControlClient) {
    self.client = client
  }

  /// Waits for the next event; nil once the daemon has ended the stream.
  ///
  /// Throws `timedOut` after `timeoutSeconds` (nil waits for ever), after which reading can go on; `lost` where the daemon
  /// went; `failed` with `streamOverflow` where this reader was too slow.
  public func next(timeoutSeconds: Double? = nil) throws(ClientError) -> EventInfo? {
    guard !isOver else { return nil }
    let (event, continues) = try client.receive(EventInfo.self, Deadline(seconds: timeoutSeconds))
    isOver = !continues
    return event
  }
}
