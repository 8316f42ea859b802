internal import Glibc

/// Whose an address is, as far as limits are concerned.
public enum AddressNetwork {
  /// An IPv4 address itself; of an IPv6 address the first 64 bits, since whoever has one has all that begin with them (RFC 6177).
  public static func of(_ address: String) -> String {
    var six = in6_addr()
    guard unsafe inet_pton(AF_INET6, address, &six) == 1 else { return address }
    let bytes = unsafe withUnsafeBytes(of: &six) { unsafe Array($0) }
    if bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff] {
      return bytes.suffix(4).map(String.init).joined(separator: ".")
    }
    return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") + "/64"
  }
}
