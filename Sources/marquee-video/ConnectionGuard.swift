internal import CGStreamer
internal import Glibc
internal import Rasterizing
internal import Synchronization

/// The guard of a stream's connections. It sees the address of each connection before it is made, also after a redirection and for each part
/// of a playlist, and ends the process if the address is not allowed.
@safe enum ConnectionGuard {
  private struct State {
    var allowsLoopback = false
    var allowsLinkLocal = false
    /// Sends a reason, and ends the process.
    var refuse: (@Sendable (String) -> Never)?
    /// The last step of a connection (GSocketClientEvent).
    var step: UInt32?
    /// The faults of a wrong certificate (GTlsCertificateFlags).
    var certificate: UInt32 = 0
  }

  private static let state = Mutex(State())

  /// Begins the guard, before the first connection.
  static func start(_ order: StreamOrder, refuse: @escaping @Sendable (String) -> Never) {
    state.withLock {
      ($0.allowsLoopback, $0.allowsLinkLocal) = (order.allowsLoopback, order.allowsLinkLocal)
      $0.refuse = refuse
    }
    unsafe marquee_guard_connections({ event, kind, address in
      unsafe ConnectionGuard.didReach(event, kind, address.map { unsafe String(cString: $0) })
    }) { faults in ConnectionGuard.state.withLock { $0.certificate = faults } }
  }

  private static func didReach(_ event: UInt32, _ kind: Int32, _ address: String?) {
    let (refusal, refuse) = state.withLock { state in
      if event != G_SOCKET_CLIENT_COMPLETE.rawValue { state.step = event }
      return (Self.refusal(kind, address, state), state.refuse)
    }
    if let refusal { refuse?(refusal) }
  }

  /// The reason why a connection to an address is not allowed; nil if it is allowed, or for another event.
  private static func refusal(_ kind: Int32, _ address: String?, _ state: State) -> String? {
    let address = address ?? "unknown"
    return switch kind {
    case 0: nil
    case 1 where state.allowsLoopback, 2 where state.allowsLinkLocal: nil
    case 1: "it leads to \(address), which is this machine: set allowLoopback to true if that is right"
    case 2: "it leads to the link-local address \(address): set allowLinkLocal to true if that is right"
    default: "it leads to the address \(address), which is no server"
    }
  }

  /// The fault of the last connection, if it was not made.
  static var fault: String? {
    let (step, certificate) = state.withLock { ($0.step, $0.certificate) }
    if certificate != 0 { return "the certificate of its server is wrong: \(Self.words(certificate))" }
    return switch step {
    case G_SOCKET_CLIENT_RESOLVING.rawValue, G_SOCKET_CLIENT_RESOLVED.rawValue:
      "the name of its server is unknown, or no name server answers"
    case G_SOCKET_CLIENT_CONNECTING.rawValue: "its server cannot be reached, or refuses the connection"
    default: nil
    }
  }

  private static func words(_ certificate: UInt32) -> String {
    let all: [(GTlsCertificateFlags, String)] = [
      (G_TLS_CERTIFICATE_UNKNOWN_CA, "its authority is unknown"),
      (G_TLS_CERTIFICATE_BAD_IDENTITY, "it is for another name"),
      (G_TLS_CERTIFICATE_NOT_ACTIVATED, "it is not valid yet, or the clock is wrong"),
      (G_TLS_CERTIFICATE_EXPIRED, "it has expired"), (G_TLS_CERTIFICATE_REVOKED, "it was revoked"),
      (G_TLS_CERTIFICATE_INSECURE, "it is not secure"),
    ]
    let found = all.filter { certificate & $0.0.rawValue != 0 }.map(\.1)
    return found.isEmpty ? "it cannot be checked" : found.joined(separator: ", ")
  }
}
