internal import CMicroHTTPD
internal import Glibc

/// Refuses heads that contradict themselves or exceed the limits, before a handler gets them. libmicrohttpd 0.9.75 accepts several lengths,
/// several hosts, unknown codings, and names that are no tokens (RFC 9112, sections 3.2, 5.1 and 6.3). A proxy in front of this server may
/// read such a head differently.
struct RequestCheck {
  enum Refusal: Error {
    case longHead
    case longBody(most: Int)
    /// The body is sent in chunks, so its length is not known.
    case chunks
    /// The head contradicts itself.
    case contradiction
  }

  /// Checks a request's target and headers, and the size of its whole head in bytes. Header names are unchanged. Returns the body's length
  /// if the request is accepted.
  static func check(
    target: Int, headers: [(name: String, value: String)], headBytes: Int, limits: HTTPLimits
  ) throws(Refusal) -> Int {
    guard headBytes <= limits.headBytes, target <= limits.lineBytes else { throw .longHead }
    var counts: [String: Int] = [:]
    var length = 0
    var coding: String?
    for (name, value) in headers {
      guard value.utf8.count <= limits.lineBytes else { throw .longHead }
      guard isToken(name), value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }) else {
        throw .contradiction
      }
      let known = name.lowercased()
      guard ["host", "content-length", "transfer-encoding"].contains(known) else { continue }
      counts[known, default: 0] += 1
      guard counts[known] == 1 else { throw .contradiction }
      switch known {
      case "content-length":
        guard !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { throw .contradiction }
        // A number that overflows is above the limit.
        length = Int(value) ?? .max
      case "transfer-encoding": coding = value.lowercased()
      default: break
      }
    }
    if let coding {
      guard counts["content-length"] == nil, coding == "chunked" else { throw .contradiction }
      throw .chunks
    }
    guard length <= limits.bodyBytes else { throw .longBody(most: limits.bodyBytes) }
    return length
  }

  /// Whether a name is a token (RFC 9110, section 5.6.2).
  private static func isToken(_ name: String) -> Bool {
    func isAccepted(_ scalar: Unicode.Scalar) -> Bool {
      ("0"..."9").contains(scalar) || ("A"..."Z").contains(scalar) || ("a"..."z").contains(scalar)
        || "!#$%&'*+-.^_`|~".unicodeScalars.contains(scalar)
    }
    return !name.isEmpty && name.unicodeScalars.allSatisfy(isAccepted)
  }
}

extension RequestCheck.Refusal {
  /// The answer to the client, with a sentence for people.
  var answer: HTTPAnswer {
    let (status, sentence): (HTTPStatus, String) =
      switch self {
      case .longHead: (.headTooLarge, "The head of this request is too long.")
      case .longBody(let most):
        (
          .payloadTooLarge,
          "A request can have at most \(most) bytes. The server dropped this request. Send files in pieces, as the page does."
        )
      case .chunks: (.lengthRequired, "The length of the body is missing. Chunks are not supported.")
      case .contradiction: (.badRequest, "This request cannot be read.")
      }
    return HTTPAnswer(
      status: status,
      headers: [
        ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"), ("Content-Type", "application/json"),
      ], body: Array("{\"error\":\"\(sentence)\"}".utf8))
  }
}

extension HTTPAnswer {
  /// The bytes of an answer after which the connection closes. A stream has none.
  var closing: [UInt8] {
    guard case .bytes(let bytes) = body else { return [] }
    let reason = unsafe MHD_get_reason_phrase_for(status.rawValue).map { unsafe String(cString: $0) } ?? ""
    var head = "HTTP/1.1 \(status.rawValue) \(reason)\r\nConnection: close\r\nContent-Length: \(bytes.count)\r\n"
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    return Array("\(head)\r\n".utf8) + bytes
  }
}

/// The head of a request in libmicrohttpd's memory.
@safe enum RequestHead {
  /// Whether a head has only its first line and its headers, each with its line end. libmicrohttpd 0.9.75 adds a folded line to the name
  /// before it. It takes an empty name for the end of the head, so the next line would begin another request. It parses the head in place,
  /// so the addresses of names and values show the bytes between them. Here a single LF does not end a line.
  static func isPlain(
    _ library: OpaquePointer, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>
  ) -> Bool {
    let list = ValueList()
    unsafe list.end = unsafe version + strlen(version)
    _ = unsafe MHD_get_connection_values_n(
      library, .HEADER_KIND,
      { list, _, name, _, value, count in
        guard let list = unsafe list else { return .NO }
        unsafe Unmanaged<ValueList>.fromOpaque(list).takeUnretainedValue().follow(name, value, count)
        return .YES
      }, Unmanaged.passUnretained(list).toOpaque())
    return unsafe list.end.map { unsafe $0 + 4 == method + marquee_http_head_bytes(library) } ?? false
  }

  /// The headers, cookies or arguments, in their order.
  static func values(_ library: OpaquePointer, _ kind: MHD_ValueKind) -> [(name: String, value: String)] {
    let list = ValueList()
    _ = unsafe MHD_get_connection_values_n(
      library, kind,
      { list, _, name, nameCount, value, valueCount in
        guard let list = unsafe list else { return .NO }
        func text(_ pointer: UnsafePointer<CChar>?, _ count: Int) -> String {
          unsafe String(decoding: UnsafeRawBufferPointer(start: pointer, count: count), as: UTF8.self)
        }
        unsafe Unmanaged<ValueList>.fromOpaque(list).takeUnretainedValue().values
          .append((unsafe text(name, nameCount), unsafe text(value, valueCount)))
        return .YES
      }, Unmanaged.passUnretained(list).toOpaque())
    return list.values
  }

  @safe private final class ValueList {
    var values: [(name: String, value: String)] = []
    /// The end of the last value; nil if other bytes lie between two headers.
    var end: UnsafePointer<CChar>?

    func follow(_ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?, _ count: Int) {
      // CR and LF.
      let isNext = unsafe end.map { unsafe $0 + 2 == name } ?? false
      unsafe end = isNext ? value.map { unsafe $0 + count } : nil
    }
  }
}
