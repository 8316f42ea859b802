public import ControlProtocol

/// What set-up cards say of the web pages, as long as this value lives.
public final class SetupOffer {
  private let client: ControlClient
  private var isOver = false

  init(client: ControlClient) {
    self.client = client
  }

  /// The connection, for poll(2): readable where something came, or where it ended; ``next(timeoutSeconds:)`` with no seconds at all then
  /// gives all that has come.
  public var descriptor: Int32 { client.descriptor }

  /// Waits for the next answer to whether a card is seen; the first is the present one; nil once the daemon has ended the stream.
  ///
  /// Throws `timedOut` after `timeoutSeconds` (nil waits for ever), after which reading can go on; `lost` where the daemon went.
  public func next(timeoutSeconds: Double? = nil) throws(ClientError) -> OfferSetupReply? {
    guard !isOver else { return nil }
    let (reply, continues) = try client.receive(OfferSetupReply.self, client.deadline(timeoutSeconds))
    isOver = !continues
    return reply
  }
}
