internal import Glibc
internal import HTTPServer
internal import Synchronization

/// The host names, the cookie and the listen addresses by which clients reach this server.
///
/// The machine may get other addresses at any time: whoever calls it by one that is not known yet has it look again.
final class Entrance: Sendable {
  /// How this machine is called at present.
  struct Network: Sendable {
    var addresses: @Sendable () -> [String] = { LocalNetwork.addresses() }
    /// Those of them by which no other machine reaches this one.
    var inner: @Sendable () -> Set<String> = { LocalNetwork.innerAddresses() }
    var name: @Sendable () -> String = { LocalNetwork.hostName() }
    var now: @Sendable () -> Double = { SystemTime.monotonic }
  }

  /// Seconds between two looks at the machine's addresses.
  static let pause = 1.0

  private struct State: Sendable {
    var addresses: [ListenAddress] = []
    var more: [String] = []
    var names: HostNames?
    var lookedAt = -Double.infinity
  }

  /// Whether the server speaks TLS.
  let isSecure: Bool
  /// The cookie's name where pairings outlive this program.
  private let keptName: String?
  private let network: Network
  private let state = Mutex(State())

  /// `stateDirectory` is where its pairings are kept; `machine` tells this box from others whose pages have the same address, as by a tunnel.
  init(isSecure: Bool, stateDirectory: String? = nil, machine: String = "", network: Network = Network()) {
    self.isSecure = isSecure
    keptName = stateDirectory.map { "marquee-\(Digest(of: "\(machine)\n\($0)").hexadecimal.prefix(12))" }
    self.network = network
  }

  /// The server listens at these addresses.
  func open(at addresses: [ListenAddress], names more: [String]) {
    state.withLock { state in
      state.addresses = addresses
      state.more = more
    }
  }

  /// The address for browsers; of a server that listens everywhere the one by which phones reach it at present.
  var url: String {
    if let page { return page }
    guard let first = state.withLock({ $0.addresses.first { $0.isEvery } ?? $0.addresses.first }) else { return "" }
    let reached = first.isEvery ? ListenAddress(host: "127.0.0.1", port: first.port) : nil
    return text(reached ?? first)
  }

  /// The address for browsers of other machines at present; nil where this server listens for none, or there is no network.
  var page: String? {
    let (found, name) = state.withLock { ($0.addresses.first { !$0.isLoopback }, $0.more.first) }
    guard let first = found else { return nil }
    // Whoever gives a name has a certificate for it, or knows that browsers find it.
    if let name { return "\(isSecure ? "https" : "http")://\(name):\(first.port)" }
    guard first.isEvery else { return text(first) }
    let all = outerAddresses
    let host = LocalNetwork.phoneAddress(among: all) ?? (first.isIPv6 ? LocalNetwork.address6(among: all) : nil)
    return host.flatMap { ListenAddress(host: $0, port: first.port) }.map(text)
  }

  /// The address of this machine in its network at present; nil while it has none.
  var networkAddress: String? {
    let all = outerAddresses
    return LocalNetwork.phoneAddress(among: all) ?? LocalNetwork.address6(among: all)
  }

  private var outerAddresses: [String] {
    let inner = network.inner()
    return network.addresses().filter { !inner.contains($0) }
  }

  private func text(_ address: ListenAddress) -> String {
    "\(isSecure ? "https" : "http")://\(address.description)"
  }

  /// The address that a QR code holds: what comes after `#` is in no log, no history and no header.
  func link(_ code: String) -> String { Entrance.link(code, at: url) }

  /// The same at an address, for a code as it is written for people too.
  static func link(_ code: String, at url: String) -> String { "\(url)/pair#\(code.filter { $0 != "-" })" }

  /// The same, leading to the page of the screens.
  static func screensLink(_ code: String, at url: String) -> String {
    "\(url)/pair?to=screens#\(code.filter { $0 != "-" })"
  }

  /// Whether a request is for this server.
  func isHost(_ host: String?) -> Bool {
    let now = network.now()
    return state.withLock { state in
      if state.names?.has(host) ?? false { return true }
      guard now - state.lookedAt >= Entrance.pause else { return false }
      state.lookedAt = now
      let names = HostNames(
        addresses: state.addresses, isSecure: isSecure, machine: network.name(), local: network.addresses(),
        more: state.more)
      state.names = names
      return names.has(host)
    }
  }

  /// The cookie that a browser shall keep.
  func cookie(_ token: String, lifetime: Double = SessionBook.lifetime) -> String {
    "\(cookieName)=\(token); Path=/; HttpOnly; SameSite=Strict; Max-Age=\(Int(lifetime))"
      + (isSecure ? "; Secure" : "")
  }

  /// The token in the cookies of a request.
  func token(_ cookies: String?) -> String? {
    let name = cookieName + "="
    return cookies?.split(separator: ";").lazy.map { $0.drop { $0 == " " } }.first { $0.hasPrefix(name) }
      .map { String($0.dropFirst(name.count)) }
  }

  /// Tells this server from others of the same host, to whose ports browsers hand it too.
  ///
  /// It is that of the place where pairings are kept, so that the server may listen elsewhere from its next start on; one that keeps none has
  /// its port.
  private var cookieName: String {
    keptName ?? state.withLock { $0.addresses.first }.map { "marquee-\($0.port)" } ?? "marquee"
  }
}
