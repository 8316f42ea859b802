/// Follows the requests of a connection byte by byte, so that no line, head or body is longer than the server behind the gate is meant for.
///
/// It knows of a request only where it ends (RFC 9112, section 6); bodies in chunks, and lengths that contradict each other, are refused.
struct RequestScanner {
  private enum State {
    case head
    case body(left: Int)
  }

  private let limits: GateLimits
  private var state = State.head
  private var line: [UInt8] = []
  private var headBytes = 0
  private var length: Int?
  /// Whether the request line of the present head has been read.
  private var hasRequestLine = false
  private var hasHost = false
  /// How many requests have ended.
  private(set) var ended = 0

  init(_ limits: GateLimits) {
    self.limits = limits
  }

  /// Takes bytes in; says why where they must not go on to the server.
  mutating func take(_ bytes: ArraySlice<UInt8>) -> Refusal? {
    var rest = bytes
    while let byte = rest.first {
      switch state {
      case .body(let left):
        let part = min(left, rest.count)
        rest = rest.dropFirst(part)
        if left > part { state = .body(left: left - part) } else { endRequest() }
      case .head:
        rest = rest.dropFirst()
        headBytes += 1
        guard headBytes <= limits.headBytes else { return .head }
        guard byte == UInt8(ascii: "\n") else {
          line.append(byte)
          guard line.count <= limits.lineBytes else { return .head }
          continue
        }
        if let refusal = endLine() { return refusal }
      }
    }
    return nil
  }

  private mutating func endRequest() {
    state = .head
    ended &+= 1
  }

  /// A line of the head is whole.
  private mutating func endLine() -> Refusal? {
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    defer { line.removeAll(keepingCapacity: true) }
    guard !line.isEmpty else {
      // One before a request, or the end of its head.
      guard headBytes > 2 else { return .contradiction }
      if let length, length > 0 { state = .body(left: length) } else { endRequest() }
      length = nil
      headBytes = 0
      (hasRequestLine, hasHost) = (false, false)
      return nil
    }
    // A control character ends no line here, and another parser may think that it does (RFC 9112, section 2.2).
    guard line.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || $0 == UInt8(ascii: "\t") }) else { return .contradiction }
    guard hasRequestLine else {
      hasRequestLine = true
      return nil
    }
    // A name that is no token is a name that another parser may read otherwise: with a blank at its end it is another header to one of them.
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0, line[..<colon].allSatisfy(Self.isTokenByte)
    else { return .contradiction }
    let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
    if name == "transfer-encoding" { return .chunks }
    if name == "host" {
      guard !hasHost else { return .contradiction }
      hasHost = true
    }
    guard name == "content-length" else { return nil }
    let digits = String(decoding: line[(colon + 1)...], as: UTF8.self).filter { $0 != " " && $0 != "\t" }
    guard length == nil, !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }) else { return .contradiction }
    // More digits than a number has are more bytes than anybody has.
    guard let value = Int(digits), value <= limits.bodyBytes else { return .body(most: limits.bodyBytes) }
    length = value
    return nil
  }

  /// Whether a byte may stand in the name of a header (RFC 9110, section 5.6.2).
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
