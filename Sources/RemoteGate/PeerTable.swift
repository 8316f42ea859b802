internal import Synchronization

/// Which address stands behind each connection that the gate has made to the server, by the name of its socket.
public final class PeerTable: Sendable {
  private let addresses = Mutex<[String: String]>([:])

  init() {}

  /// The address of the client behind a connection; nil for one that is not of the gate.
  public func address(of name: String) -> String? {
    addresses.withLock { $0[name] }
  }

  func set(_ address: String?, for name: String) {
    addresses.withLock { $0[name] = address }
  }
}
