/// What the server did since it was started.
public nonisolated struct ServerCounters: Hashable, Sendable {
  /// Connections accepted.
  public var connections: UInt64 = 0
  /// Requests received.
  public var requests: UInt64 = 0
  /// Connections and requests refused for lack of access.
  public var refusals: UInt64 = 0
  /// Connections refused since too many were open.
  public var turnedAway: UInt64 = 0
  /// Connections ended since what came was no request.
  public var malformed: UInt64 = 0
  /// Streams ended because their reader had stopped reading.
  public var droppedReaders: UInt64 = 0

  /// Makes counters at zero.
  public init() {}
}
