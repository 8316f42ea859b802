internal import EventLoop
internal import Glibc
internal import SystemPackage

/// An address and a port to listen at.
public struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
  /// The address as a number: IPv4, or IPv6 without brackets.
  public let host: String
  /// The port; zero if the system chooses it.
  public var port: UInt16
  /// Whether it is IPv6.
  public let isIPv6: Bool

  /// Parses `127.0.0.1:8484`, `[::1]:8484`, or a port alone, which means 127.0.0.1; nil for anything else.
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

  /// Makes it from a numeric address; nil if `host` is none.
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

/// The calls that make and name sockets.
enum InternetSocket {
  /// A socket that listens, not waiting, at an address; and the port that it has got.
  static func listen(_ address: ListenAddress) throws(Errno) -> (NonblockingSocket, UInt16) {
    let family = address.isIPv6 ? AF_INET6 : AF_INET
    let number = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw Errno(rawValue: errno) }
    let made = NonblockingSocket(owning: number)
    var on: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    unsafe setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &on, size)
    if address.isIPv6 { unsafe setsockopt(number, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &on, size) }
    guard unsafe withInternet(address, { unsafe bind(number, $0, $1) }) == 0, Glibc.listen(number, 128) == 0 else {
      throw Errno(rawValue: errno)
    }
    return (made, port(of: number))
  }

  /// The next client of a listening socket; nil if none waits.
  static func accept(_ listener: NonblockingSocket) throws(Errno) -> AcceptedClient? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let number = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.accept(listener.descriptor, $0, &length)
      }
    }
    if number < 0 {
      let error = Errno(rawValue: errno)
      switch error {
      case .wouldBlock, .interrupted, .connectionAbort: return nil
      default: throw error
      }
    }
    var on: Int32 = 1
    unsafe setsockopt(number, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    return AcceptedClient(
      socket: NonblockingSocket(owning: number), address: name(of: storage),
      own: ownAddress(of: number).map(name) ?? "unknown")
  }

  /// Connects to a Unix socket from a temporary name, which is removed after the connection.
  static func connect(to path: String, from own: String) -> NonblockingSocket? {
    let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { return nil }
    let made = NonblockingSocket(owning: number)
    defer { _ = unsafe unlink(own) }
    guard UnixAddress(path: own)?.bind(number) ?? false, UnixAddress(path: path)?.connect(number) ?? false else {
      return nil
    }
    return made
  }

  private static func withInternet(_ address: ListenAddress, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32)
    -> Int32
  {
    if address.isIPv6 {
      var six = sockaddr_in6()
      six.sin6_family = sa_family_t(AF_INET6)
      six.sin6_port = address.port.bigEndian
      _ = unsafe inet_pton(AF_INET6, address.host, &six.sin6_addr)
      return unsafe generic(&six, body)
    }
    var four = sockaddr_in()
    four.sin_family = sa_family_t(AF_INET)
    four.sin_port = address.port.bigEndian
    _ = unsafe inet_pton(AF_INET, address.host, &four.sin_addr)
    return unsafe generic(&four, body)
  }

  private static func generic<Address>(
    _ address: inout Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, socklen_t(MemoryLayout<Address>.size))
      }
    }
  }

  private static func port(of descriptor: Int32) -> UInt16 {
    guard var storage = ownAddress(of: descriptor) else { return 0 }
    // sin_port and sin6_port are at the same place.
    return unsafe withUnsafeBytes(of: &storage) {
      UInt16(bigEndian: unsafe $0.load(fromByteOffset: 2, as: UInt16.self))
    }
  }

  /// The address of this machine that a socket has (getsockname).
  private static func ownAddress(of descriptor: Int32) -> sockaddr_storage? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getsockname(descriptor, $0, &length) }
    }
    return result == 0 ? storage : nil
  }

  /// An address as a number.
  private static func name(of storage: sockaddr_storage) -> String {
    var storage = storage
    var text = [CChar](repeating: 0, count: 64)
    let isIPv6 = Int32(storage.ss_family) == AF_INET6
    // sin_addr is at byte 4, sin6_addr at byte 8.
    let result = unsafe withUnsafeBytes(of: &storage) { bytes in
      unsafe inet_ntop(
        Int32(isIPv6 ? AF_INET6 : AF_INET), bytes.baseAddress.map { unsafe $0 + (isIPv6 ? 8 : 4) }, &text, 64)
    }
    guard unsafe result != nil else { return "unknown" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// A client that has connected.
struct AcceptedClient {
  let socket: NonblockingSocket
  /// The client's address.
  let address: String
  /// The address of this machine that it has called.
  let own: String
}
