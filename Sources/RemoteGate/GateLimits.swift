/// What the gate lets through.
public struct GateLimits: Hashable, Sendable {
  /// Connections in all.
  public var connections = 300
  /// Connections of one address, or of the 2⁶⁴ of IPv6 that belong together (`AddressNetwork`).
  public var connectionsOfNetwork = 128
  /// Bytes of a line of a request's head.
  public var lineBytes = 4 * 1024
  /// Bytes of a request's head.
  public var headBytes = 12 * 1024
  /// Bytes of a request's body; what the pages send is far less, and the server says so of what is more.
  public var bodyBytes = 32 * 1024
  /// Bytes of a client that wait for the server.
  public var waitingRequestBytes = 16 * 1024
  /// Bytes that are read and thrown away after a refusal: who sends still has to read the answer, which a socket that is closed takes from it.
  public var discardedBytes = 8 * 1024 * 1024
  /// Seconds for that.
  public var secondsToDiscard = 10.0
  /// Bytes that a client may send before it is answered.
  public var unansweredBytes = 64 * 1024
  /// Bytes of answers that wait for a client.
  public var waitingAnswerBytes = 64 * 1024
  /// Seconds until the first byte of a request, the handshake included.
  public var secondsToFirstByte = 10.0
  /// Seconds from a request's first byte to the first of its answer.
  public var secondsToAnswer = 20.0
  /// Seconds in which a client must take something of what waits for it.
  public var secondsToTake = 30.0
  /// Seconds without a byte either way.
  public var secondsIdle = 90.0

  /// The usual ones.
  public init() {}

  /// The usual ones, where so many files can be open: each connection needs three, and nobody behind the gate may ever get none.
  public init(openFiles: Int) {
    connections = min(connections, max(1, (openFiles - 64) / 3))
  }
}
