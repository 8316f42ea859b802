/// Why bytes of a client do not go on to the server, as the client is told.
enum Refusal: Hashable {
  /// The head of the request has more bytes than are taken.
  case head
  /// The body has more bytes than are taken.
  case body(most: Int)
  /// The body comes in chunks, so that nobody knows how long it will be.
  case chunks
  /// The head contradicts itself.
  case contradiction

  private var status: String {
    switch self {
    case .head: "431 Request Header Fields Too Large"
    case .body: "413 Content Too Large"
    case .chunks: "411 Length Required"
    case .contradiction: "400 Bad Request"
    }
  }

  private var sentence: String {
    switch self {
    case .head: "The head of this request is too long."
    case .body(let most):
      "A request has at most \(most) bytes, and nothing of this one was kept. Files are sent in pieces, as the page does it."
    case .chunks: "The length of the body is wanted, and no chunks."
    case .contradiction: "This request cannot be read."
    }
  }

  /// The whole answer, after which the connection ends (RFC 9112, section 9.6).
  var answer: [UInt8] {
    let body = "{\"error\":\"\(sentence)\"}"
    return Array(
      """
      HTTP/1.1 \(status)\r
      Connection: close\r
      Cache-Control: no-store\r
      X-Content-Type-Options: nosniff\r
      Content-Type: application/json\r
      Content-Length: \(body.utf8.count)\r
      \r
      \(body)
      """.utf8)
  }
}
