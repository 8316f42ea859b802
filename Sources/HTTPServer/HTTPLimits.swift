/// What a server accepts of its clients.
public struct HTTPLimits: Hashable, Sendable {
  /// Connections in total.
  public var connections = 300
  /// Connections that have not proved a pairing; the rest is for those that have.
  public var strangers = 200
  /// Connections of strangers from one network (`AddressNetwork`).
  public var strangersOfNetwork = 128
  /// Connections of paired devices from one network.
  public var pairedOfNetwork = 128
  /// Connections that have sent no whole request yet: TLS handshakes cost most.
  public var newcomers = 64
  /// Bytes of a request's head.
  public var headBytes = 12 * 1024
  /// Bytes of a request's target, or of one header's value.
  public var lineBytes = 4 * 1024
  /// Bytes of a request's body.
  public var bodyBytes = 32 * 1024
  /// Seconds from the connection to the end of its first request's head, the TLS handshake included.
  public var secondsToHead = 10.0
  /// Seconds without a request after which a stranger's connection is closed.
  public var secondsIdle = 15.0
  /// Seconds without a request after which a paired device's connection is closed.
  public var secondsIdlePaired = 90.0
  /// A body takes at most `secondsToBegin` and a second for each `bodyRate` bytes.
  public var secondsToBegin = 5.0
  /// Bytes per second that a body comes at, at least.
  public var bodyRate = 2048.0
  /// Seconds after which a stranger's connection gives way although its answer is under way.
  public var secondsToGiveWay = 3.0
  /// Seconds in which a client must take something of its answer.
  public var secondsToTake = 30.0
  /// Bytes that are dropped after the last answer of a connection: a client reads the answer only after it has sent everything, and a socket
  /// that is closed with unread bytes destroys the answer (RFC 9112, section 9.6).
  public var droppedBytes = 16 << 20
  /// Seconds for that.
  public var secondsToDrop = 2.0

  /// The usual limits.
  public init() {}

  /// The usual limits, for a process that may have so many files open: each connection needs two.
  public init(openFiles: Int) {
    connections = min(connections, max(1, (openFiles - 64) / 3))
    strangers = min(strangers, max(1, connections * 2 / 3))
  }
}
