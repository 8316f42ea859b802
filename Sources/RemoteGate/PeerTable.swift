internal import Synchronization

/// Who stands behind each connection that the gate has made to the server, by the name of its socket.
public final class PeerTable: Sendable {
  /// A client.
  public struct Peer: Hashable, Sendable {
    /// Its address.
    public let address: String
    /// What it is counted as (`AddressNetwork`).
    public let network: String
  }

  private let peers = Mutex<[String: Peer]>([:])

  init() {}

  /// The client behind a connection; nil for one that is not of the gate.
  public func peer(of name: String) -> Peer? {
    peers.withLock { $0[name] }
  }

  func set(_ peer: Peer?, for name: String) {
    peers.withLock { $0[name] = peer }
  }
}
