/// The address of a live stream, which may contain a password.
package struct StreamAddress: Hashable, Sendable {
  /// The whole address. Only the process that connects gets it.
  package let text: String
  /// The address for people, without names, passwords, and other parts that may be secret.
  package let shown: String
  /// The parts that no message may contain, the longest first.
  private let secrets: [[UInt8]]

  package static let schemes = ["rtsp", "rtsps", "http", "https"]
  package static let expected = "an address, as rtsp://camera/1 or https://example.org/live.m3u8"
  /// The largest number of bytes.
  package static let longest = 1_023

  /// Reads an address of letters, digits and marks; nil if it has no known scheme, or no host.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count <= Self.longest,
      bytes.allSatisfy({ (0x21...0x7E).contains($0) && !"\"<>\\^`{|}".utf8.contains($0) }),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8)
    else { return nil }
    let scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
    let rest = bytes[(colon + 3)...]
    let end = rest.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
    let authority = rest[..<end]
    let at = authority.lastIndex(of: UInt8(ascii: "@"))
    let host = at.map { authority[($0 + 1)...] } ?? authority
    guard Self.schemes.contains(scheme), let first = host.first, first != UInt8(ascii: ":") else { return nil }
    guard Self.isHost(host), at != nil || !authority.contains(UInt8(ascii: ":")) || !rest.contains(UInt8(ascii: "@"))
    else {
      // A mark of a password that is not written with `%` would make a part of it the host.
      return nil
    }
    let mark = rest[end...].firstIndex { "?#".utf8.contains($0) } ?? rest.endIndex
    let (path, query) = (rest[end..<mark], rest[mark...].dropFirst())
    // Some cameras take their passwords as a part of the path.
    let isOpen = !path.contains { "=&;@".utf8.contains($0) }
    self.text = text
    shown =
      "\(scheme)://\(String(decoding: host, as: UTF8.self))\(isOpen ? String(decoding: path, as: UTF8.self) : "/…")"
      + (query.isEmpty ? "" : "?…")
    let user = at.map { authority[..<$0] } ?? []
    let password = user.firstIndex(of: UInt8(ascii: ":")).map { user[($0 + 1)...] } ?? []
    // Values of names, as in `token=…`. Short ones would be found in other words.
    let values = (isOpen ? query : path + query).split { "/?&;@".utf8.contains($0) }.compactMap { part in
      part.firstIndex(of: UInt8(ascii: "=")).map { part[($0 + 1)...] }
    }.filter { $0.count >= 4 }
    let parts = ([user, password, isOpen ? [] : path, query] + values).map(Array.init)
    secrets = (parts + parts.map(Self.decoded)).filter { !$0.isEmpty }.sorted { $0.count > $1.count }
  }

  /// Whether a name, or an address in brackets, has no port or one of digits.
  private static func isHost(_ host: ArraySlice<UInt8>) -> Bool {
    let end = host.lastIndex(of: UInt8(ascii: "]")).map { host[($0 + 1)...] } ?? host
    guard let colon = end.firstIndex(of: UInt8(ascii: ":")) else { return true }
    let port = end[(colon + 1)...]
    return (1...5).contains(port.count) && port.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// A message without the secret parts of the address, in which other programs may have put them.
  package func cleaned(_ message: String) -> String {
    guard !secrets.isEmpty else { return message }
    var (rest, clean) = (Array(message.utf8)[...], [UInt8]())
    while let byte = rest.first {
      if let secret = secrets.first(where: { rest.starts(with: $0) }) {
        clean += "…".utf8
        rest = rest.dropFirst(secret.count)
      } else {
        clean.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: clean, as: UTF8.self)
  }

  /// Bytes with each `%` and two hexadecimal digits as one byte (RFC 3986, section 2.1).
  private static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    var (rest, decoded) = (bytes[...], [UInt8]())
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        decoded.append(value)
        rest = rest.dropFirst(2)
      } else {
        decoded.append(byte)
      }
    }
    return decoded
  }
}
