internal import Glibc

/// The addresses of this machine.
public enum LocalNetwork {
  /// Every IPv4 and IPv6 address as a number, in the order of the interfaces (getifaddrs); those of links alone left out.
  public static func addresses() -> [String] { interfaceAddresses().map(\.address) }

  /// Those of them by which only what runs on this machine is reached: containers, and virtual machines.
  public static func innerAddresses() -> Set<String> {
    Set(interfaceAddresses().lazy.filter { isInner($0.interface) }.map(\.address))
  }

  /// Those by which other machines may reach this one.
  public static func outerAddresses() -> [String] {
    let inner = innerAddresses()
    return addresses().filter { !inner.contains($0) }
  }

  /// Whether an interface is a bridge of containers or virtual machines, or an end of one.
  ///
  /// Somebody may have given the network's own bridge such a name: one with anything else in it, as a network card or a VLAN, is none of those.
  static func isInner(_ interface: String, in directory: String = "/sys/class/net") -> Bool {
    guard innerPrefixes.contains(where: interface.hasPrefix) else { return false }
    guard let ports = unsafe opendir("\(directory)/\(interface)/brif") else { return true }
    defer { unsafe closedir(ports) }
    while let entry = unsafe readdir(ports) {
      let port = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if !port.hasPrefix("."), !innerPorts.contains(where: port.hasPrefix) { return false }
    }
    return true
  }

  /// What containers and virtual machines hang on a bridge.
  private static let innerPorts = ["veth", "vnet", "tap", "tun", "dummy", "virbr"]

  /// As Docker, Podman, LXC, Incus, Kubernetes, libvirt and VMware call theirs.
  private static let innerPrefixes = [
    "docker", "br-", "veth", "podman", "lxcbr", "lxdbr", "incusbr", "cni", "virbr", "vnet", "vmnet",
  ]

  private static func interfaceAddresses() -> [(interface: String, address: String)] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard unsafe getifaddrs(&list) == 0 else { return [] }
    defer { unsafe freeifaddrs(list) }
    var found: [(interface: String, address: String)] = []
    var entry = unsafe list
    while let current = unsafe entry {
      defer { unsafe entry = current.pointee.ifa_next }
      let flags = unsafe current.pointee.ifa_flags
      guard flags & UInt32(IFF_UP) != 0, let address = unsafe current.pointee.ifa_addr else { continue }
      let family = unsafe family(of: address)
      guard family == AF_INET || family == AF_INET6 else { continue }
      var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      let length = family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
      guard unsafe getnameinfo(address, socklen_t(length), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
      else { continue }
      let name = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      // fe80::…%eth0 is of one link only, and no browser takes it.
      guard !name.contains(where: { $0 == "%" }) else { continue }
      found.append((unsafe String(cString: current.pointee.ifa_name), name))
    }
    return found
  }

  /// The prefixes of IPv6 that the interfaces' links have (getifaddrs); those shorter than 64 bits are of more than a link.
  static func ownLinks() -> [AddressPrefix] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard unsafe getifaddrs(&list) == 0 else { return [] }
    defer { unsafe freeifaddrs(list) }
    var found: [AddressPrefix] = []
    var entry = unsafe list
    while let current = unsafe entry {
      defer { unsafe entry = current.pointee.ifa_next }
      guard let address = unsafe bytes(current.pointee.ifa_addr), let mask = unsafe bytes(current.pointee.ifa_netmask)
      else { continue }
      let length = mask.reduce(0) { $0 + $1.nonzeroBitCount }
      guard length >= 64, let prefix = AddressPrefix(bytes: address, length: length) else { continue }
      found.append(prefix)
    }
    return found
  }

  /// The sixteen bytes of an IPv6 address; nil for one of another kind.
  private static func bytes(_ address: UnsafeMutablePointer<sockaddr>?) -> [UInt8]? {
    guard let address = unsafe address, unsafe family(of: address) == AF_INET6 else { return nil }
    // sin6_addr is at byte 8.
    return unsafe Array(UnsafeRawBufferPointer(start: UnsafeRawPointer(address) + 8, count: 16))
  }

  /// The family, which is at byte 0: which module the structure's members belong to depends on the order of the build.
  private static func family(of address: UnsafeMutablePointer<sockaddr>) -> Int32 {
    unsafe Int32(UnsafeRawPointer(address).load(as: sa_family_t.self))
  }

  /// The address by which phones in the same network reach this machine; nil where there is no network.
  ///
  /// Private IPv4 addresses (RFC 1918) go first, those that bridges of containers and virtual machines mostly have last.
  public static func phoneAddress(among all: [String] = outerAddresses()) -> String? {
    let four = all.filter { ListenAddress(host: $0, port: 0).map { !$0.isIPv6 && !$0.isLoopback } ?? false }
    func rank(_ address: String) -> Int {
      if address.hasPrefix("192.168.122.") || address.hasPrefix("172.17.") { return 3 }
      if address.hasPrefix("192.168.") || address.hasPrefix("10.") { return 0 }
      if address.hasPrefix("169.254.") { return 4 }
      return address.hasPrefix("172.") ? 1 : 2
    }
    return four.min { rank($0) < rank($1) }
  }

  /// The address of this machine in a network that has IPv6 alone; nil where there is none.
  ///
  /// Unique local addresses (RFC 4193) go first: they stay.
  public static func address6(among all: [String]) -> String? {
    let six = all.filter { ListenAddress(host: $0, port: 0).map { $0.isIPv6 && !$0.isLoopback } ?? false }
    return six.first(where: isPrivate) ?? six.first
  }

  /// Whether an address is for use inside a network: private, of a link, or of this machine (RFC 1918, 3927, 4193, 4291).
  public static func isPrivate(_ address: String) -> Bool {
    let mapped = address.contains(where: { $0 == ":" }) ? address : "::ffff:\(address)"
    guard let bytes = AddressPrefix.bytes(of: mapped) else { return false }
    return privatePrefixes.contains { $0.contains(bytes) }
  }

  private static let privatePrefixes = [
    ("::ffff:10.0.0.0", 104), ("::ffff:172.16.0.0", 108), ("::ffff:192.168.0.0", 112), ("::ffff:169.254.0.0", 112),
    ("::ffff:127.0.0.0", 104), ("fc00::", 7), ("fe80::", 10), ("::1", 128),
  ].compactMap { AddressPrefix($0.0, length: $0.1) }

  /// This machine's name (gethostname).
  public static func hostName() -> String {
    var text = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&text, 255) == 0 else { return "localhost" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
