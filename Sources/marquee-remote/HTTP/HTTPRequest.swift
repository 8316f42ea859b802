/// A request that has arrived in full.
struct HTTPRequest: Sendable {
  struct Peer: Sendable {
    let address: String
    /// The network for the limits (`AddressNetwork`).
    let network: String
  }

  let method: String
  /// The path, without the query, decoded.
  let path: String
  /// Names and values of the query, decoded, in their order.
  let query: [(name: String, value: String)]
  /// Headers, with names in lower case, in their order.
  let headers: [(name: String, value: String)]
  let body: [UInt8]
  let peer: Peer

  /// The first header of this name (in lower case).
  func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

  func value(_ name: String) -> String? { query.first { $0.name == name }?.value }
}

struct HTTPAnswer: Sendable {
  enum Body: Sendable {
    case bytes([UInt8])
    case stream(EventStream)
  }

  let status: HTTPStatus
  /// Headers besides `Content-Length`, `Date` and `Connection`, which the server writes.
  var headers: [(name: String, value: String)]
  var body: Body
  /// Whether the client has proved a pairing. Then its connection counts as paired.
  var isPaired = false

  init(status: HTTPStatus, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = .bytes(body)
  }
}

/// The status of an answer (RFC 9110, section 15; RFC 6585).
enum HTTPStatus: UInt32, Sendable {
  case ok = 200
  case accepted = 202
  case noContent = 204
  case seeOther = 303
  case notModified = 304
  case badRequest = 400
  case unauthorized = 401
  case forbidden = 403
  case notFound = 404
  case methodNotAllowed = 405
  case conflict = 409
  case gone = 410
  case lengthRequired = 411
  case payloadTooLarge = 413
  case unsupportedMediaType = 415
  case misdirectedRequest = 421
  case unprocessableContent = 422
  case tooManyRequests = 429
  case headTooLarge = 431
  case internalServerError = 500
  case serviceUnavailable = 503
  case insufficientStorage = 507
}

enum HTTPText {
  /// The text for a header: each byte as `%XX`, except letters, digits and a few signs (RFC 3986, section 2.3).
  static func percentEncoded(_ text: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        String(UnicodeScalar(byte))
      default: (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
      }
    }.joined()
  }
}
