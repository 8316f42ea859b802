internal import Glibc

/// An address and a port to listen at.
public struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
  /// The address as a number: IPv4, or IPv6 without brackets.
  public let host: String
  /// The port; zero for one that the system chooses.
  public var port: UInt16
  /// Whether it is IPv6.
  public let isIPv6: Bool

  /// Reads `127.0.0.1:8484`, `[::1]:8484`, or a port alone, which is one of 127.0.0.1; nil for anything else.
  public init?(_ text: String) {
    if let port = UInt16(text) {
      self.init(host: "127.0.0.1", port: port)
      return
    }
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else { return nil }
    var host = String(text[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = String(host.dropFirst().dropLast())
      guard host.contains(where: { $0 == ":" }) else { return nil }
    } else if host.contains(where: { $0 == ":" }) {
      return nil
    }
    self.init(host: host, port: port)
  }

  /// From an address as a number; nil where it is none.
  public init?(host: String, port: UInt16) {
    var four = in_addr()
    var six = in6_addr()
    if unsafe inet_pton(AF_INET, host, &four) == 1 {
      isIPv6 = false
    } else if unsafe inet_pton(AF_INET6, host, &six) == 1 {
      isIPv6 = true
    } else {
      return nil
    }
    self.host = host
    self.port = port
  }

  /// As a browser writes it.
  public var description: String { isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// Whether this machine alone reaches it.
  public var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" }

  /// Whether it stands for every address of this machine.
  public var isEvery: Bool { host == "0.0.0.0" || host == "::" }
}
