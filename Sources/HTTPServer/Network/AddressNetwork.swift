/// Whose an address is, as far as limits are concerned.
public enum AddressNetwork {
  /// An IPv4 address itself; of an IPv6 address the first 64 bits, since whoever has one has all that begin with them (RFC 6177).
  ///
  /// On this machine's own links (`ownLinks`, and fe80::/10) the first 64 bits are those of a whole room: there an address stands for
  /// itself.
  public static func of(_ address: String, ownLinks: [AddressPrefix] = []) -> String {
    guard let bytes = AddressPrefix.bytes(of: address) else { return address }
    if bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff] {
      return bytes.suffix(4).map(String.init).joined(separator: ".")
    }
    if (ownLinks + linkLocal).contains(where: { $0.contains(bytes) }) { return address }
    return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") + "/64"
  }

  private static let linkLocal = [AddressPrefix("fe80::", length: 10)].compactMap(\.self)
}
