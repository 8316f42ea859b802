internal import ControlProtocol

/// How much of the daemon clients can take, so that no client harms another one or the picture.
public nonisolated struct ServerLimits: Hashable, Sendable {
  /// Open connections in all.
  public var connections = 64
  /// Open connections of one user.
  public var connectionsPerUser = 32
  /// Connections that only admins get beyond `connections`, so that they are never locked out.
  public var connectionsForAdmins = 8
  /// The longest request in bytes.
  public var requestBytes = ControlLimits.requestBytes
  /// Bytes waiting for a stream's reader beyond which it is dropped.
  public var streamBytes = 256 * 1024
  /// Bytes waiting for a client beyond which no more of its requests are read.
  public var replyBytes = 64 * 1024
  /// Requests of one connection that are handled in one turn of the loop.
  public var requestsPerTurn = 16
  /// Nanoseconds without progress after which a client that takes nothing of what it must is cut off.
  public var stallNanoseconds: UInt64 = 10_000_000_000
  /// Nanoseconds after which a request that is still not whole ends its connection.
  public var requestNanoseconds: UInt64 = 60_000_000_000

  /// Makes the usual limits.
  public init() {}
}
