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
      return nil
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let name = String(decoding: line[..<colon], as: UTF8.self).lowercased().filter { $0 != " " && $0 != "\t" }
    if name == "transfer-encoding" { return .chunks }
    guard name == "content-length" else { return nil }
    let digits = String(decoding: line[(colon + 1)...], as: UTF8.self).filter { $0 != " " && $0 != "\t" }
    guard length == nil, !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }) else { return .contradiction }
    // More digits than a number has are more bytes than anybody has.
    guard let value = Int(digits), value <= limits.bodyBytes else { return .body(most: limits.bodyBytes) }
    length = value
    return nil
  }
}
