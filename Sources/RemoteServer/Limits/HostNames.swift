internal import HTTPServer

/// The names by which this server may be called: a page of another name that was pointed at this address (DNS rebinding) has none of
/// them.
struct HostNames: Sendable {
  private let known: Set<String>

  /// Names for the addresses that are listened at, with the port unless it is the usual one, and more that somebody has given.
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

  /// Whether a request for this host (its `Host`) is for this server.
  func has(_ host: String?) -> Bool {
    host.map { known.contains($0.lowercased()) } ?? false
  }
}
