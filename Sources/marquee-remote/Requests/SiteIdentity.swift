internal import Synchronization

/// The host names, the cookie and the listen addresses of this server. The machine's addresses may change at any time, so a request with an
/// unknown host name reads them again.
final class SiteIdentity: Sendable {
  /// The current addresses and the name of this machine.
  struct Network: Sendable {
    var addresses: @Sendable () -> [String] = { LocalNetwork.addresses() }
    /// The addresses that no other machine reaches.
    var inner: @Sendable () -> Set<String> = { LocalNetwork.innerAddresses() }
    var name: @Sendable () -> String = { LocalNetwork.hostName() }
    var now: @Sendable () -> Double = { SystemTime.monotonic }
  }

  /// Seconds between two reads of the machine's addresses.
  static let checkInterval = 1.0

  private struct State: Sendable {
    var addresses: [ListenAddress] = []
    /// Further host names.
    var more: [String] = []
    var names: HostNames?
    var checkedAt = -Double.infinity
  }

  /// Whether the server uses TLS.
  let isSecure: Bool
  private var scheme: String { isSecure ? "https" : "http" }
  /// The cookie's name if pairings outlive this program.
  private let keptName: String?
  private let network: Network
  private let state = Mutex(State())

  /// `machine` distinguishes machines whose pages have the same address, for example through a tunnel.
  init(isSecure: Bool, stateDirectory: String? = nil, machine: String = "", network: Network = Network()) {
    self.isSecure = isSecure
    keptName = stateDirectory.map { "marquee-\(Digest(of: "\(machine)\n\($0)").hexadecimal.prefix(12))" }
    self.network = network
  }

  /// Sets the addresses at which the server listens.
  func open(at addresses: [ListenAddress], names more: [String]) {
    state.withLock { ($0.addresses, $0.more) = (addresses, more) }
  }

  /// The address for browsers. If the server listens at every address, it is the current address for phones.
  var url: String {
    if let page { return page }
    guard let first = state.withLock({ $0.addresses.first { $0.isEvery } ?? $0.addresses.first }) else { return "" }
    let reached = first.isEvery ? ListenAddress(host: "127.0.0.1", port: first.port) : nil
    return text(reached ?? first)
  }

  /// The current address for browsers of other machines; nil if other machines cannot reach the server, or there is no network.
  var page: String? {
    let (found, name) = state.withLock { ($0.addresses.first { !$0.isLoopback }, $0.more.first) }
    guard let first = found else { return nil }
    // A name from --name is in the certificate, or browsers can resolve it.
    if let name { return "\(scheme)://\(name):\(first.port)" }
    guard first.isEvery else { return text(first) }
    return networkAddress(usesIPv6: first.isIPv6).flatMap { ListenAddress(host: $0, port: first.port) }.map(text)
  }

  /// The current address of this machine in its network; nil while it has none.
  func networkAddress(usesIPv6: Bool = true) -> String? {
    let inner = network.inner()
    let outer = network.addresses().filter { !inner.contains($0) }
    return LocalNetwork.phoneAddress(among: outer) ?? (usesIPv6 ? LocalNetwork.address6(among: outer) : nil)
  }

  private func text(_ address: ListenAddress) -> String { "\(scheme)://\(address)" }

  /// The address in a QR code. Browsers send the text after `#` to no server, and leave it out of the referrer.
  func link(_ code: String) -> String { SiteIdentity.link(code, at: url) }

  /// The same for another address. The code may be in the form for people.
  static func link(_ code: String, at url: String) -> String { "\(url)/pair#\(code.filter { $0 != "-" })" }

  /// A link that opens the screens page after the pairing.
  static func screensLink(_ code: String, at url: String) -> String {
    "\(url)/pair?to=screens#\(code.filter { $0 != "-" })"
  }

  /// Whether a request is for this server.
  func isHost(_ host: String?) -> Bool {
    let now = network.now()
    return state.withLock { state in
      if state.names?.has(host) ?? false { return true }
      guard now - state.checkedAt >= SiteIdentity.checkInterval else { return false }
      state.checkedAt = now
      let names = HostNames(
        addresses: state.addresses, isSecure: isSecure, machine: network.name(), local: network.addresses(),
        more: state.more)
      state.names = names
      return names.has(host)
    }
  }

  /// The value of `Set-Cookie`.
  func cookie(_ token: String, lifetime: Double = WebSessions.lifetime) -> String {
    "\(cookieName)=\(token); Path=/; HttpOnly; SameSite=Strict; Max-Age=\(Int(lifetime))\(isSecure ? "; Secure" : "")"
  }

  func token(_ cookies: String?) -> String? {
    let name = cookieName + "="
    return cookies?.split(separator: ";").lazy.map { $0.drop { $0 == " " } }.first { $0.hasPrefix(name) }
      .map { String($0.dropFirst(name.count)) }
  }

  /// The name of the cookie. It differs between servers of one host, because browsers send cookies to all ports of a host. It depends on
  /// the state directory, so that the server may change its port. Without a state directory it depends on the port.
  private var cookieName: String {
    keptName ?? state.withLock { $0.addresses.first }.map { "marquee-\($0.port)" } ?? "marquee"
  }
}

/// The host names of this server, against DNS rebinding. In such an attack a page's own name resolves to the address of this server, but it
/// is none of these names.
struct HostNames: Sendable {
  private let known: Set<String>

  /// Names for the listen addresses, with the port unless it is the default one, and for further names.
  init(addresses: [ListenAddress], isSecure: Bool, machine: String, local: [String], more: [String] = []) {
    var known: Set<String> = []
    for address in addresses {
      var names = [address.host]
      if address.isLoopback { names += ["localhost"] }
      if address.isEvery { names += local + ["localhost"] }
      if !address.isLoopback { names += [machine, "\(machine).local"] }
      for name in names + more {
        let host = name.contains(":") && !name.hasPrefix("[") ? "[\(name)]" : name
        known.insert("\(host):\(address.port)".lowercased())
        if address.port == (isSecure ? 443 : 80) { known.insert(host.lowercased()) }
      }
    }
    self.known = known
  }

  /// Whether a value of `Host` names this server.
  func has(_ host: String?) -> Bool { host.map { known.contains($0.lowercased()) } ?? false }
}

/// Checks the page that sends a request.
enum OriginCheck {
  /// The headers about the sender.
  struct Claims {
    var origin: String?
    var fetchSite: String?
    var fetchMode: String?
    var host: String?
  }

  /// Whether a request may change something. The browser must confirm that it comes from a page of this server.
  static func mayChange(_ claims: Claims, isSecure: Bool) -> Bool {
    guard let host = claims.host?.lowercased() else { return false }
    if let site = claims.fetchSite, site != "same-origin" { return false }
    guard let origin = claims.origin?.lowercased() else { return claims.fetchSite == "same-origin" }
    return origin == "\(isSecure ? "https" : "http")://\(host)"
  }

  /// Whether a request may read. Pages of other sites may not read, but may have a link to this server.
  static func mayRead(_ claims: Claims, isSecure: Bool) -> Bool {
    if let origin = claims.origin?.lowercased(), let host = claims.host?.lowercased(),
      origin != "\(isSecure ? "https" : "http")://\(host)"
    {
      return false
    }
    guard let site = claims.fetchSite else { return true }
    return site == "same-origin" || site == "none" || claims.fetchMode == "navigate"
  }
}
