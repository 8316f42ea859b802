internal import EventLoop
internal import Glibc
internal import SystemPackage

struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
  /// The address as a number: IPv4, or IPv6 without brackets.
  let host: String
  /// The port; zero if the system chooses it.
  var port: UInt16

  /// Parses `127.0.0.1:8484`, `[::1]:8484`, or a port alone, which means 127.0.0.1; nil for anything else.
  init?(_ text: String) {
    if let port = UInt16(text) {
      self.init(host: "127.0.0.1", port: port)
      return
    }
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else { return nil }
    var host = String(text[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = String(host.dropFirst().dropLast())
      guard host.utf8.contains(UInt8(ascii: ":")) else { return nil }
    } else if host.utf8.contains(UInt8(ascii: ":")) {
      return nil
    }
    self.init(host: host, port: port)
  }

  /// Nil if `host` is no numeric address.
  init?(host: String, port: UInt16) {
    var four = in_addr()
    guard unsafe inet_pton(AF_INET, host, &four) == 1 || AddressPrefix.bytes(of: host) != nil else { return nil }
    self.host = host
    self.port = port
  }

  var isIPv6: Bool { host.utf8.contains(UInt8(ascii: ":")) }

  /// The form for browsers.
  var description: String { isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)" }

  var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" }

  /// Whether it stands for every address of this machine.
  var isEvery: Bool { host == "0.0.0.0" || host == "::" }
}

/// The system calls for internet sockets.
enum InternetSocket {
  /// A socket that listens at an address, and its port.
  static func listen(_ address: ListenAddress) throws(Errno) -> (NonblockingSocket, UInt16) {
    let number = socket(address.isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw Errno(rawValue: errno) }
    let made = NonblockingSocket(owning: number)
    var on: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    unsafe setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &on, size)
    if address.isIPv6 { unsafe setsockopt(number, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &on, size) }
    var hints = unsafe addrinfo()
    unsafe hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(address.host, "\(address.port)", &hints, &found) == 0, let info = unsafe found?.pointee
    else { throw .invalidArgument }
    defer { unsafe freeaddrinfo(found) }
    guard unsafe bind(number, info.ai_addr, info.ai_addrlen) == 0, Glibc.listen(number, 128) == 0 else {
      throw Errno(rawValue: errno)
    }
    var own = ownAddress(of: number)
    // sin_port and sin6_port are at the same offset.
    let port = unsafe withUnsafeBytes(of: &own) { unsafe $0.load(fromByteOffset: 2, as: UInt16.self) }
    return (made, UInt16(bigEndian: port))
  }

  /// Accepts the next client of a listening socket. Returns nil if none waits.
  static func accept(_ listener: NonblockingSocket) throws(Errno) -> AcceptedClient? {
    let (number, address) = unsafe withAddress { unsafe Glibc.accept(listener.descriptor, $0, &$1) }
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
      socket: NonblockingSocket(owning: number), address: name(of: address), own: name(of: ownAddress(of: number)))
  }

  /// The local address of a socket (getsockname(2)). It has no family if the call fails.
  private static func ownAddress(of descriptor: Int32) -> sockaddr_storage {
    unsafe withAddress { unsafe getsockname(descriptor, $0, &$1) }.address
  }

  /// Calls a C function that writes an address.
  private static func withAddress(
    _ call: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Int32
  ) -> (result: Int32, address: sockaddr_storage) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe call($0, &length) }
    }
    return (result, storage)
  }

  /// The numeric form of an address; "unknown" if it is no internet address.
  private static func name(of storage: sockaddr_storage) -> String {
    var storage = storage
    var text = [CChar](repeating: 0, count: 64)
    let family = Int32(storage.ss_family)
    // sin_addr is at byte 4, sin6_addr at byte 8.
    let result = unsafe withUnsafeBytes(of: &storage) { bytes in
      unsafe inet_ntop(family, bytes.baseAddress.map { unsafe $0 + (family == AF_INET6 ? 8 : 4) }, &text, 64)
    }
    guard unsafe result != nil else { return "unknown" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

struct AcceptedClient {
  let socket: NonblockingSocket
  let address: String
  /// The address of this machine to which the client has connected.
  let own: String
}
