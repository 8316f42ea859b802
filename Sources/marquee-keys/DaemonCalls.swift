internal import ControlClient
internal import ControlProtocol

/// The connection on which commands go to the daemon.
///
/// A call takes two seconds at most: a daemon that stands still must not hold up what other keys do for longer.
final class DaemonCalls {
  private static let seconds = 2.0
  /// Makes a connection.
  let connect: () throws(ClientError) -> ControlClient
  private var client: ControlClient?

  init(connect: @escaping () throws(ClientError) -> ControlClient = { () throws(ClientError) in try ControlClient() }) {
    self.connect = connect
  }

  /// Calls a method.
  func call<Parameters: ControlParameters>(_ parameters: Parameters) throws(ClientError) -> Parameters.Reply {
    let client: ControlClient
    if let own = self.client { client = own } else { client = try connect() }
    self.client = client
    do throws(ClientError) {
      return try client.call(parameters, timeoutSeconds: Self.seconds)
    } catch {
      switch error {
      case .failed, .refused: break
      case .noDaemon, .timedOut, .lost, .invalidReply: self.client = nil
      }
      throw error
    }
  }

  /// Whether the daemon answers at once, on a connection of its own: the other one may still hold an earlier call.
  ///
  /// Each key waits for this while the daemon stands still; a daemon that runs answers within milliseconds.
  func isAnswered() -> Bool {
    do throws(ClientError) {
      _ = try connect().call(GetTalkCall(), timeoutSeconds: 0.2)
      return true
    } catch .failed {
      return true
    } catch {
      return false
    }
  }

  /// Lets the connection go.
  func close() { client = nil }
}
