public import ControlProtocol

/// The events of the daemon, one after the other; the first is `snapshot`, or `resumed`.
///
/// It owns its connection, which ends with it. Belongs to one thread. Made by ``ControlClient/events(_:timeoutSeconds:)``.
public final class EventReader {
  private let client: ControlClient
  private var isOver = false

  init(client: ControlClient) {
    self.client = client
  }

  /// Waits for the next event.
  ///
  /// - Parameter timeoutSeconds: How long to wait; nil waits for ever.
  /// - Returns: The event, with its time in nanoseconds of the monotonic clock; nil once the daemon has ended the stream.
  /// - Throws: ``ClientError/timedOut(seconds:)``, after which reading can go on; ``ClientError/lost(reason:)`` where the daemon went;
  ///   ``ClientError/failed(_:)`` with `streamOverflow` where this reader was too slow; ``ClientError/refused(message:)`` without the
  ///   access `observe`.
  public func next(timeoutSeconds: Double? = nil) throws(ClientError) -> EventInfo? {
    guard !isOver else { return nil }
    let (event, continues) = try client.receive(EventInfo.self, client.deadline(timeoutSeconds))
    isOver = !continues
    return event
  }
}
