public import ControlProtocol

/// A call whose answer has yet to come, for programs that wait for several things at once.
///
/// It keeps its client alive. Belongs to that client's thread. Made by ``ControlClient/ask(_:)``.
public final class PendingCall<Parameters: ControlParameters> {
  private let client: ControlClient

  init(client: ControlClient) {
    self.client = client
  }

  /// Looks for the answer, without waiting.
  ///
  /// After the answer the client can be asked again.
  ///
  /// - Returns: The answer; nil where it has not come yet (``ControlClient/descriptor`` says when to look again).
  /// - Throws: What ``ControlClient/call(_:timeoutSeconds:)`` throws, but for ``ClientError/timedOut(seconds:)``.
  public func reply() throws(ClientError) -> Parameters.Reply? {
    do throws(ClientError) {
      return try client.receive(Parameters.Reply.self, client.deadline(0)).reply
    } catch .timedOut {
      return nil
    }
  }
}
