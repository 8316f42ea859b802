/// A request that has arrived in full.
public struct HTTPRequest: Sendable {
  /// A client.
  public struct Peer: Hashable, Sendable {
    /// Its address.
    public let address: String
    /// The network for the limits (`AddressNetwork`).
    public let network: String

    /// Makes a client from its values.
    public init(address: String, network: String) {
      self.address = address
      self.network = network
    }
  }

  /// The method, as `GET`.
  public let method: String
  /// The path, without the query, decoded.
  public let path: String
  /// Names and values of the query, decoded, in their order.
  public let query: [(name: String, value: String)]
  /// Headers, with names in lower case, in their order.
  let headers: [(name: String, value: String)]
  /// The body; empty if there is none.
  public let body: [UInt8]
  /// The client that sent it.
  public let peer: Peer

  /// The first header of this name (in lower case).
  public func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

  /// The first value of this name in the query.
  public func value(_ name: String) -> String? { query.first { $0.name == name }?.value }
}

/// An answer to a request.
public struct HTTPAnswer: Sendable {
  /// The bytes of an answer.
  public enum Body: Sendable {
    /// All of them.
    case bytes([UInt8])
    /// Those of a stream, until it ends.
    case stream(EventStream)
  }

  /// The status.
  public var status: HTTPStatus
  /// Headers besides `Content-Length`, `Date` and `Connection`, which the server writes.
  public var headers: [(name: String, value: String)]
  /// The bytes.
  public var body: Body
  /// Whether the client has proved a pairing; then its connection counts among the paired ones.
  public var isPaired = false

  /// Makes an answer from its values.
  public init(status: HTTPStatus, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = .bytes(body)
  }

  /// Replaces the headers of this name.
  public mutating func set(_ name: String, _ value: String) {
    headers.removeAll { $0.name == name }
    headers.append((name, value))
  }
}

/// The status of an answer (RFC 9110, section 15).
public struct HTTPStatus: RawRepresentable, Hashable, Sendable {
  /// Its number.
  public let rawValue: Int

  /// A status by its number.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The request was done.
  public static let ok = HTTPStatus(rawValue: 200)
  /// The request will be done.
  public static let accepted = HTTPStatus(rawValue: 202)
  /// The request was done, and the answer has no body.
  public static let noContent = HTTPStatus(rawValue: 204)
  /// The answer is elsewhere.
  public static let seeOther = HTTPStatus(rawValue: 303)
  /// The client has the newest version.
  public static let notModified = HTTPStatus(rawValue: 304)
  /// The request cannot be read.
  public static let badRequest = HTTPStatus(rawValue: 400)
  /// The client is not paired.
  public static let unauthorized = HTTPStatus(rawValue: 401)
  /// The client may not do this.
  public static let forbidden = HTTPStatus(rawValue: 403)
  /// There is nothing at this path.
  public static let notFound = HTTPStatus(rawValue: 404)
  /// The path does not know this method.
  public static let methodNotAllowed = HTTPStatus(rawValue: 405)
  /// The request does not fit the present state.
  public static let conflict = HTTPStatus(rawValue: 409)
  /// The object at this path has ended.
  public static let gone = HTTPStatus(rawValue: 410)
  /// The length of the body is missing.
  public static let lengthRequired = HTTPStatus(rawValue: 411)
  /// The body is too long.
  public static let payloadTooLarge = HTTPStatus(rawValue: 413)
  /// The body is of a type that is not accepted.
  public static let unsupportedMediaType = HTTPStatus(rawValue: 415)
  /// The request is for another server.
  public static let misdirectedRequest = HTTPStatus(rawValue: 421)
  /// The request can be read, but not be done.
  public static let unprocessableContent = HTTPStatus(rawValue: 422)
  /// The client asks too often.
  public static let tooManyRequests = HTTPStatus(rawValue: 429)
  /// The head is too long.
  public static let headTooLarge = HTTPStatus(rawValue: 431)
  /// The server failed.
  public static let internalServerError = HTTPStatus(rawValue: 500)
  /// The server is busy.
  public static let serviceUnavailable = HTTPStatus(rawValue: 503)
  /// There is no room on the disk.
  public static let insufficientStorage = HTTPStatus(rawValue: 507)
}
