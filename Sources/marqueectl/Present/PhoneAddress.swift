import Glibc

/// What `--phone-address` may say, which marquee-remote takes for `--listen`.
enum PhoneAddress {
  /// Whether it is a port, or an address as a number and a port: `192.168.1.5:8484`, `[fd00::5]:8484`.
  static func isOne(_ text: String) -> Bool {
    if UInt16(text) != nil { return true }
    guard let colon = text.lastIndex(of: ":"), UInt16(text[text.index(after: colon)...]) != nil else { return false }
    let host = text[..<colon]
    var (four, six) = (in_addr(), in6_addr())
    guard host.hasPrefix("["), host.hasSuffix("]") else { return inet_pton(AF_INET, String(host), &four) == 1 }
    return inet_pton(AF_INET6, String(host.dropFirst().dropLast()), &six) == 1
  }
}
