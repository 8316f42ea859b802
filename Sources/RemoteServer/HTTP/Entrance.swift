internal import FlyingFox
internal import Foundation
internal import RemoteGate
internal import Synchronization

/// How clients come in: by which names, with which cookie, through which gate.
final class Entrance: Sendable {
  /// Whether the gate speaks TLS.
  let isSecure: Bool
  private let names = Mutex<HostNames?>(nil)
  private let peers = Mutex<PeerTable?>(nil)
  private let cookieName = Mutex("marquee")
  private let address = Mutex("")

  init(isSecure: Bool) {
    self.isSecure = isSecure
  }

  /// The gate is open.
  func open(_ gate: Gate, names more: [String]) {
    let local = LocalNetwork.addresses()
    names.withLock {
      $0 = HostNames(
        addresses: gate.addresses, isSecure: isSecure, machine: LocalNetwork.hostName(), local: local, more: more)
    }
    peers.withLock { $0 = gate.peers }
    // A browser hands cookies to every port of a host.
    address.withLock { $0 = Entrance.url(gate.addresses, isSecure: isSecure) }
    if let port = gate.addresses.first?.port { cookieName.withLock { $0 = "marquee-\(port)" } }
  }

  /// The address for browsers.
  var url: String { address.withLock { $0 } }

  /// The address for browsers of a server that listens there; of one that listens everywhere the one that phones reach.
  static func url(_ addresses: [ListenAddress], isSecure: Bool) -> String {
    guard let first = addresses.first(where: { !$0.isLoopback }) ?? addresses.first else { return "" }
    let reached =
      first.isEvery ? LocalNetwork.phoneAddress().flatMap { ListenAddress(host: $0, port: first.port) } : nil
    return "\(isSecure ? "https" : "http")://\((reached ?? first).description)"
  }

  /// Who asks; nil for who did not come through the gate.
  func address(of request: HTTPRequest) -> String? {
    guard case .unix(let name)? = request.remoteAddress else { return nil }
    return peers.withLock { $0?.address(of: name) }
  }

  /// Whether a request is for this server.
  func isHost(_ host: String?) -> Bool {
    names.withLock { $0?.has(host) ?? false }
  }

  /// The cookie that a browser shall keep.
  func cookie(_ token: String, lifetime: Double = SessionBook.lifetime) -> String {
    "\(cookieName.withLock { $0 })=\(token); Path=/; HttpOnly; SameSite=Strict; Max-Age=\(Int(lifetime))"
      + (isSecure ? "; Secure" : "")
  }

  /// The token in the cookies of a request.
  func token(_ cookies: String?) -> String? {
    let name = cookieName.withLock { $0 } + "="
    return cookies?.split(separator: ";").lazy.map { $0.drop { $0 == " " } }.first { $0.hasPrefix(name) }
      .map { String($0.dropFirst(name.count)) }
  }
}
