public import ControlProtocol

/// A call whose answer has yet to come, for programs that wait for several things at once.
public final class PendingCall<Parameters: ControlParameters> {
  private let client: ControlClient

  init(client: ControlClient) {
    self.client = client
  }

  /// The answer; nil where it has not come yet (`ControlClient.descriptor` says when to look again).
  ///
  /// Throws what `ControlClient.call` throws, but no `timedOut`. After the answer the client can be asked again.
  public func reply() throws(ClientError) -> Parameters.Reply? {
    do throws(ClientError) {
      return try client.receive(Parameters.Reply.self, Deadline(seconds: 0)).reply
    } catch .timedOut {
      return nil
    }
  }
}
