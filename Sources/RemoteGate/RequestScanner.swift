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

  init(_ limits: GateLimits) {
    self.limits = limits
  }

  /// Takes bytes in; false where they must not go on to the server.
  mutating func take(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while let byte = rest.first {
      switch state {
      case .body(let left):
        let part = min(left, rest.count)
        rest = rest.dropFirst(part)
        state = left > part ? .body(left: left - part) : .head
      case .head:
        rest = rest.dropFirst()
        headBytes += 1
        guard headBytes <= limits.headBytes else { return false }
        guard byte == UInt8(ascii: "\n") else {
          line.append(byte)
          guard line.count <= limits.lineBytes else { return false }
          continue
        }
        guard endLine() else { return false }
      }
    }
    return true
  }

  /// A line of the head is whole.
  private mutating func endLine() -> Bool {
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    defer { line.removeAll(keepingCapacity: true) }
    guard !line.isEmpty else {
      // One before a request, or the end of its head.
      guard headBytes > 2 else { return false }
      state = length.map { $0 > 0 ? .body(left: $0) : .head } ?? .head
      length = nil
      headBytes = 0
      return true
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return true }
    let name = String(decoding: line[..<colon], as: UTF8.self).lowercased().filter { $0 != " " && $0 != "\t" }
    if name == "transfer-encoding" { return false }
    guard name == "content-length" else { return true }
    let digits = String(decoding: line[(colon + 1)...], as: UTF8.self).filter { $0 != " " && $0 != "\t" }
    guard length == nil, digits.allSatisfy({ ("0"..."9").contains($0) }), let value = Int(digits),
      value <= limits.bodyBytes
    else {
      return false
    }
    length = value
    return true
  }
}
