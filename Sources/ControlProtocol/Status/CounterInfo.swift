/// Counters since the daemon started.
public struct CounterInfo: Codable, Hashable, Sendable {
  /// Frames presented.
  public var flips: UInt64
  /// Refreshes missed while frames were due.
  public var missed: UInt64
  /// Frames replaced before they were shown.
  public var superseded: UInt64
  /// Frames thrown away.
  public var discarded: UInt64
  /// Modesets.
  public var modesets: UInt64
  /// Recoveries from a flip that never ended.
  public var recoveries: UInt64
  /// How often a process died that reads pictures or decks.
  public var readerDeaths: UInt64
  /// Events sent.
  public var events: UInt64
  /// Control connections accepted.
  public var connections: UInt64
  /// Requests received.
  public var requests: UInt64
  /// Requests refused for lack of access.
  public var refusals: UInt64
  /// Streams ended because their reader had stopped reading.
  public var droppedReaders: UInt64

  /// Makes one from its fields.
  public init(
    flips: UInt64 = 0, missed: UInt64 = 0, superseded: UInt64 = 0, discarded: UInt64 = 0, modesets: UInt64 = 0,
    recoveries: UInt64 = 0, readerDeaths: UInt64 = 0, events: UInt64 = 0, connections: UInt64 = 0,
    requests: UInt64 = 0, refusals: UInt64 = 0, droppedReaders: UInt64 = 0
  ) {
    self.flips = flips
    self.missed = missed
    self.superseded = superseded
    self.discarded = discarded
    self.modesets = modesets
    self.recoveries = recoveries
    self.readerDeaths = readerDeaths
    self.events = events
    self.connections = connections
    self.requests = requests
    self.refusals = refusals
    self.droppedReaders = droppedReaders
  }

  /// Reads one; what an older daemon does not count is zero.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      flips: try container.decode(UInt64.self, forKey: .flips),
      missed: try container.decode(UInt64.self, forKey: .missed),
      superseded: try container.decode(UInt64.self, forKey: .superseded),
      discarded: try container.decode(UInt64.self, forKey: .discarded),
      modesets: try container.decode(UInt64.self, forKey: .modesets),
      recoveries: try container.decode(UInt64.self, forKey: .recoveries),
      readerDeaths: try container.decodeIfPresent(UInt64.self, forKey: .readerDeaths) ?? 0,
      events: try container.decode(UInt64.self, forKey: .events),
      connections: try container.decode(UInt64.self, forKey: .connections),
      requests: try container.decode(UInt64.self, forKey: .requests),
      refusals: try container.decode(UInt64.self, forKey: .refusals),
      droppedReaders: try container.decode(UInt64.self, forKey: .droppedReaders))
  }
}
