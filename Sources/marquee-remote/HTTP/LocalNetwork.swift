internal import EventLoop
internal import Glibc

/// The addresses of this machine.
enum LocalNetwork {
  /// All numeric IPv4 and IPv6 addresses in the order of the interfaces, without link-local IPv6 addresses.
  static func addresses() -> [String] { interfaceAddresses().map(\.address) }

  /// The addresses that only containers and virtual machines of this machine reach.
  static func innerAddresses() -> Set<String> {
    Set(interfaceAddresses().lazy.filter { isInner($0.interface) }.map(\.address))
  }

  /// The addresses that other machines may reach.
  static func outerAddresses() -> [String] {
    interfaceAddresses().filter { !isInner($0.interface) }.map(\.address)
  }

  /// Whether an interface is a bridge of containers or virtual machines, or a port of such a bridge. A bridge of the network may have such
  /// a name too. It has a port of another kind, such as a network card or a VLAN.
  static func isInner(_ interface: String, in directory: String = "/sys/class/net") -> Bool {
    guard innerPrefixes.contains(where: interface.hasPrefix) else { return false }
    guard let ports = FolderNames.read("\(directory)/\(interface)/brif") else { return true }
    return ports.allSatisfy { port in port.hasPrefix(".") || innerPorts.contains(where: port.hasPrefix) }
  }

  /// The ports of containers and virtual machines on a bridge.
  private static let innerPorts = ["veth", "vnet", "tap", "tun", "dummy", "virbr"]

  /// The names of Docker, Podman, LXC, Incus, Kubernetes, libvirt and VMware.
  private static let innerPrefixes = [
    "docker", "br-", "veth", "podman", "lxcbr", "lxdbr", "incusbr", "cni", "virbr", "vnet", "vmnet",
  ]

  private static func interfaceAddresses() -> [(interface: String, address: String)] {
    unsafe interfaces { entry in
      guard unsafe entry.ifa_flags & UInt32(IFF_UP) != 0, let address = unsafe entry.ifa_addr else { return nil }
      let family = unsafe family(of: address)
      guard family == AF_INET || family == AF_INET6 else { return nil }
      var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      let length = family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
      guard unsafe getnameinfo(address, socklen_t(length), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
      else { return nil }
      let name = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      // Browsers do not accept link-local addresses, such as fe80::…%eth0.
      return name.utf8.contains(UInt8(ascii: "%")) ? nil : (unsafe String(cString: entry.ifa_name), name)
    }
  }

  /// The IPv6 prefixes of the interfaces' links. A prefix shorter than 64 bits belongs to more than one link.
  static func ownLinks() -> [AddressPrefix] {
    unsafe interfaces { entry in
      guard let address = unsafe bytes(entry.ifa_addr), let mask = unsafe bytes(entry.ifa_netmask) else { return nil }
      let length = mask.reduce(0) { $0 + $1.nonzeroBitCount }
      return length >= 64 ? AddressPrefix(bytes: address, length: length) : nil
    }
  }

  /// Returns a value for each interface address for which `value` is not nil (getifaddrs(3)).
  private static func interfaces<Value>(_ value: (ifaddrs) -> Value?) -> [Value] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard unsafe getifaddrs(&list) == 0 else { return [] }
    defer { unsafe freeifaddrs(list) }
    var values: [Value] = []
    var next = unsafe list
    while let entry = unsafe next?.pointee {
      if let value = unsafe value(entry) { values.append(value) }
      unsafe next = entry.ifa_next
    }
    return values
  }

  /// The sixteen bytes of an IPv6 address; nil for another family.
  private static func bytes(_ address: UnsafeMutablePointer<sockaddr>?) -> [UInt8]? {
    guard let address = unsafe address, unsafe family(of: address) == AF_INET6 else { return nil }
    // sin6_addr is at byte 8.
    return unsafe Array(UnsafeRawBufferPointer(start: UnsafeRawPointer(address) + 8, count: 16))
  }

  /// The family, which is at byte 0. The module of the structure's members depends on the order of the build, so the code does not use
  /// them.
  private static func family(of address: UnsafeMutablePointer<sockaddr>) -> Int32 {
    unsafe Int32(UnsafeRawPointer(address).load(as: sa_family_t.self))
  }

  /// The address at which phones in the same network reach this machine; nil without a network. Private IPv4 addresses (RFC 1918) come
  /// first, and the usual addresses of container bridges last.
  static func phoneAddress(among all: [String] = outerAddresses()) -> String? {
    let four = all.filter { ListenAddress(host: $0, port: 0).map { !$0.isIPv6 && !$0.isLoopback } ?? false }
    func rank(_ address: String) -> Int {
      if address.hasPrefix("192.168.122.") || address.hasPrefix("172.17.") { return 3 }
      if address.hasPrefix("192.168.") || address.hasPrefix("10.") { return 0 }
      if address.hasPrefix("169.254.") { return 4 }
      return address.hasPrefix("172.") ? 1 : 2
    }
    return four.min { rank($0) < rank($1) }
  }

  /// The address of this machine in a network with IPv6 only; nil if there is none. Unique local addresses (RFC 4193) come first, because
  /// they do not change.
  static func address6(among all: [String]) -> String? {
    let six = all.filter { ListenAddress(host: $0, port: 0).map { $0.isIPv6 && !$0.isLoopback } ?? false }
    return six.first(where: isPrivate) ?? six.first
  }

  /// Whether an address is for use inside a network: private, link-local or loopback (RFC 1918, 3927, 4193, 4291).
  static func isPrivate(_ address: String) -> Bool {
    let mapped = address.utf8.contains(UInt8(ascii: ":")) ? address : "::ffff:\(address)"
    guard let bytes = AddressPrefix.bytes(of: mapped) else { return false }
    return privatePrefixes.contains { $0.contains(bytes) }
  }

  private static let privatePrefixes = [
    ("::ffff:10.0.0.0", 104), ("::ffff:172.16.0.0", 108), ("::ffff:192.168.0.0", 112), ("::ffff:169.254.0.0", 112),
    ("::ffff:127.0.0.0", 104), ("fc00::", 7), ("fe80::", 10), ("::1", 128),
  ].compactMap { AddressPrefix($0.0, length: $0.1) }

  static func hostName() -> String {
    var text = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&text, 255) == 0 else { return "localhost" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// An IPv6 prefix: the bits with which its addresses begin.
struct AddressPrefix: Sendable {
  private let bytes: [UInt8]
  private let length: Int

  /// The first `length` bits of an address; nil if it is no IPv6 address.
  init?(_ address: String, length: Int) {
    guard let bytes = AddressPrefix.bytes(of: address) else { return nil }
    self.init(bytes: bytes, length: length)
  }

  /// The first `length` bits of an address's sixteen bytes.
  init?(bytes: [UInt8], length: Int) {
    guard bytes.count == 16, (0...128).contains(length) else { return nil }
    self.bytes = bytes
    self.length = length
  }

  func contains(_ address: [UInt8]) -> Bool {
    var left = length
    for (one, other) in zip(bytes, address) where left > 0 {
      let wanted = min(left, 8)
      guard (one ^ other) >> UInt8(8 - wanted) == 0 else { return false }
      left -= wanted
    }
    return left <= 0
  }

  /// The sixteen bytes of a numeric IPv6 address; nil for anything else.
  static func bytes(of address: String) -> [UInt8]? {
    var six = in6_addr()
    guard unsafe inet_pton(AF_INET6, address, &six) == 1 else { return nil }
    return unsafe withUnsafeBytes(of: &six) { unsafe Array($0) }
  }
}

/// The network of an address for the limits.
enum AddressNetwork {
  /// Returns an IPv4 address itself, and the first 64 bits of an IPv6 address. A network owns all IPv6 addresses with the same prefix (RFC
  /// 6177). On this machine's own links (`ownLinks`, and fe80::/10) many devices share the first 64 bits, so each address counts as its own
  /// network.
  static func of(_ address: String, ownLinks: [AddressPrefix] = []) -> String {
    guard let bytes = AddressPrefix.bytes(of: address) else { return address }
    if bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff] {
      return bytes.suffix(4).map(String.init).joined(separator: ".")
    }
    if (ownLinks + linkLocal).contains(where: { $0.contains(bytes) }) { return address }
    return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") + "/64"
  }

  private static let linkLocal = [AddressPrefix("fe80::", length: 10)].compactMap(\.self)
}

/// Receives notifications about new and removed addresses of this machine (rtnetlink(7)).
final class AddressWatch: Sendable {
  /// Readable after a change.
  let descriptor: Int32

  /// Nil if the system does not support it.
  init?() {
    let kind = Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    // NETLINK_ROUTE
    let descriptor = socket(AF_NETLINK, kind, 0)
    guard descriptor >= 0 else { return nil }
    // struct sockaddr_nl: its family, no fixed number, and RTMGRP_LINK, RTMGRP_IPV4_IFADDR, RTMGRP_IPV6_IFADDR (linux/rtnetlink.h).
    var address = (UInt16(AF_NETLINK), UInt16(0), UInt32(0), UInt32(0x1 | 0x10 | 0x100))
    let result = unsafe withUnsafeBytes(of: &address) { bytes in
      unsafe bytes.baseAddress.map { unsafe bind(descriptor, $0.assumingMemoryBound(to: sockaddr.self), 12) } ?? -1
    }
    guard result == 0 else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Drops the notifications so far. The descriptor is readable again after the next change.
  func clear() {
    var buffer = [UInt8](repeating: 0, count: 8192)
    // After an overflow (ENOBUFS) the next read works again.
    while true {
      let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 || count < 0 && (errno == EINTR || errno == ENOBUFS) else { return }
    }
  }
}

enum ClientReach: Sendable {
  case anywhere
  /// Clients that call a private address of this machine, or its address for phones (`LocalNetwork.phoneAddress`).
  case localNetwork

  /// Whether a client may connect to one of this machine's addresses.
  func includes(_ own: String, phoneAddress: () -> String? = { LocalNetwork.phoneAddress() }) -> Bool {
    switch self {
    case .anywhere: true
    case .localNetwork: LocalNetwork.isPrivate(own) || own == phoneAddress()
    }
  }
}
