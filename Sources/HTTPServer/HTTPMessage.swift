/// A request that has arrived in full.
public struct HTTPRequest: Sendable {
  /// A client.
  public struct Peer: Hashable, Sendable {
    /// Its address.
    public let address: String
    /// The network that limits count it as (`AddressNetwork`).
    public let network: String

    /// Makes one from its values.
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
  /// Whether the client has proved a pairing: its connection then has a slot among those of paired devices.
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
